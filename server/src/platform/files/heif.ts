import { tiffWith } from './orientation.ts';

/** A box of a file (ISO/IEC 14496-12, 4.2): offsets of its start, its content and its end. */
interface Box {
  type: string;
  start: number;
  content: number;
  end: number;
}

/** Boxes of `meta` that pictures need (ISO/IEC 23008-12, 10.2); any other box may contain text. */
const KEPT_IN_META = new Set([
  'hdlr',
  'pitm',
  'iinf',
  'iloc',
  'iref',
  'iprp',
  'idat',
  'dinf',
  'ipro',
  'grpl',
]);
/** Items that are pictures or parts of them. */
const PICTURES = new Set(['hvc1', 'hev1', 'lhv1', 'av01', 'avc1', 'grid', 'iden', 'iovl', 'tmap']);
const TEXTS = new Set(['mime', 'uri ']);
/** More items than any camera writes; a forged count must not cost time. */
const MAX_ITEMS = 5000;

class Broken extends Error {}

/**
 * Removes Exif, XMP, descriptions and everything beside the picture from a HEIC or AVIF file. Returns null when the
 * file is broken, is a film, or has items of an unknown kind. Removed data is overwritten in place, so that the length
 * and all offsets stay valid. The orientation stays: it is a property of the picture, not part of Exif.
 */
export function cleanHeif(bytes: Buffer): Buffer | null {
  const clean = Buffer.from(bytes);
  try {
    const boxes = boxesIn(clean, 0, clean.length);
    const meta = boxes.find(({ type }) => type === 'meta');
    if (boxes[0]?.type !== 'ftyp' || !meta || boxes.some(({ type }) => type === 'moov')) return null;
    for (const box of boxes) if (!['ftyp', 'meta', 'mdat'].includes(box.type)) wipe(clean, box);
    cleanMeta(clean, meta);
    return clean;
  } catch (error) {
    if (error instanceof Broken || error instanceof RangeError) return null;
    throw error;
  }
}

function cleanMeta(bytes: Buffer, meta: Box): void {
  const inside = boxesIn(bytes, meta.content + 4, meta.end);
  for (const box of inside) if (!KEPT_IN_META.has(box.type)) wipe(bytes, box);
  for (const box of inside.filter(({ type }) => type === 'iprp')) wipeDescriptions(bytes, box);
  const one = (type: string) => inside.find((box) => box.type === type);
  const [iinf, iloc, idat] = [one('iinf'), one('iloc'), one('idat')];
  if (!iinf || !iloc) throw new Broken();
  const kinds = kindsOf(bytes, iinf);
  for (const { id, extents } of placesOf(bytes, iloc, idat)) {
    const kind = kinds.get(id);
    if (kind === undefined) throw new Broken();
    if (PICTURES.has(kind)) continue;
    if (kind !== 'Exif' && !TEXTS.has(kind)) throw new Broken();
    for (const [at, length] of extents) bytes.fill(kind === 'Exif' ? 0 : 0x20, at, at + length);
    const [first] = extents;
    // For readers that insist on Exif: an empty block with offset 0 and normal orientation.
    if (kind === 'Exif' && first && first[1] >= 30) tiffWith(1).copy(bytes, first[0] + 4);
  }
}

/** Overwrites descriptions and tags that people give. Their boxes stay, because others refer to properties by index. */
function wipeDescriptions(bytes: Buffer, iprp: Box): void {
  for (const ipco of boxesIn(bytes, iprp.content, iprp.end).filter(({ type }) => type === 'ipco'))
    for (const box of boxesIn(bytes, ipco.content, ipco.end)) if (box.type === 'udes') wipe(bytes, box);
}

/** Turns a box into a `free` box of the same size. */
function wipe(bytes: Buffer, { start, content, end }: Box): void {
  bytes.write('free', start + 4, 'latin1');
  bytes.fill(0, content, end);
}

function boxesIn(bytes: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at < to; ) {
    if (at + 8 > to || boxes.length > MAX_ITEMS) throw new Broken();
    const short = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const isLong = short === 1;
    const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short;
    const content = at + (isLong ? 16 : 8);
    if (at + size > to || content > at + size) throw new Broken();
    boxes.push({ type, start: at, content, end: at + size });
    at += size;
  }
  return boxes;
}

/** Type of each item by its id (ISO/IEC 14496-12, 8.11.6). */
function kindsOf(bytes: Buffer, iinf: Box): Map<number, string> {
  const isShort = bytes[iinf.content] === 0;
  const kinds = new Map<number, string>();
  for (const { type, content, end } of boxesIn(bytes, iinf.content + (isShort ? 6 : 8), iinf.end)) {
    const version = bytes[content];
    if (type !== 'infe' || (version !== 2 && version !== 3)) throw new Broken();
    const idBytes = version === 2 ? 2 : 4;
    const at = content + 4 + idBytes + 2;
    if (at + 4 > end) throw new Broken();
    kinds.set(bytes.readUIntBE(content + 4, idBytes), bytes.toString('latin1', at, at + 4));
    // An item's name is free text and may be personal.
    const name = bytes.indexOf(0, at + 4);
    if (name > at + 4 && name < end) bytes.fill(0x20, at + 4, name);
  }
  return kinds;
}

/** Extents of each item in the file (ISO/IEC 14496-12, 8.11.3). */
function placesOf(bytes: Buffer, iloc: Box, idat: Box | undefined) {
  let at = iloc.content;
  const take = (size: number): number => {
    if (at + size > iloc.end || ![0, 1, 2, 4, 8].includes(size)) throw new Broken();
    const value =
      size === 0 ? 0 : size === 8 ? Number(bytes.readBigUInt64BE(at)) : bytes.readUIntBE(at, size);
    at += size;
    return value;
  };
  const version = take(1);
  at += 3;
  if (version > 2) throw new Broken();
  const [sizes, more] = [take(1), take(1)];
  const [offsetSize, lengthSize, baseSize] = [sizes >> 4, sizes & 15, more >> 4];
  const indexSize = version === 0 ? 0 : more & 15;
  const count = take(version === 2 ? 4 : 2);
  if (count > MAX_ITEMS) throw new Broken();
  return Array.from({ length: count }, () => {
    const id = take(version === 2 ? 4 : 2);
    const method = version === 0 ? 0 : take(2) & 15;
    if (method > 1 || take(2) !== 0 || (method === 1 && !idat)) throw new Broken();
    const base = take(baseSize) + (method === 1 && idat ? idat.content : 0);
    const extents = Array.from({ length: take(2) }, (): [at: number, length: number] => {
      take(indexSize);
      const from = base + take(offsetSize);
      const length = take(lengthSize);
      if (from + length > bytes.length) throw new Broken();
      return [from, length];
    });
    return { id, extents };
  });
}
