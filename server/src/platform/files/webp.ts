import { orientationIn, tiffWith } from './orientation.ts';

/** Chunks with the picture, its colours and its animation (WebP container specification). */
const KEPT = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
/** Flags of `VP8X` that announce Exif and XMP. */
const HAS_EXIF = 0x08;
const HAS_XMP = 0x04;

function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 0, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/**
 * Removes Exif, XMP and unknown chunks from a WebP and keeps pixels and orientation; null when the structure is broken.
 */
export function cleanWebp(bytes: Buffer): Buffer | null {
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  if (!isWebp) return null;
  const end = 8 + bytes.readUInt32LE(4);
  if (end > bytes.length) return null;
  const kept: Buffer[] = [];
  let extended: Buffer | null = null;
  let orientation: number | null = null;
  let hasPixels = false;
  for (let at = 12; at + 8 <= end; ) {
    const type = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const data = bytes.subarray(at + 8, at + 8 + size);
    if (at + 8 + size > end) return null;
    at += 8 + size + (size % 2);
    if (type === 'EXIF') orientation ??= orientationIn(withoutMark(data));
    if (!KEPT.has(type)) continue;
    if (type === 'VP8X') {
      if (extended || size < 10) return null;
      extended = Buffer.from(data);
      continue;
    }
    hasPixels ||= type !== 'ICCP' && type !== 'ANIM';
    kept.push(chunk(type, data));
  }
  if (!hasPixels) return null;
  if (extended) {
    extended[0] = ((extended[0] ?? 0) & ~HAS_XMP & ~HAS_EXIF) | (orientation === null ? 0 : HAS_EXIF);
    kept.unshift(chunk('VP8X', extended));
    if (orientation !== null) kept.push(chunk('EXIF', tiffWith(orientation)));
  }
  const body = Buffer.concat(kept);
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
}

/** Some writers put the signature of a JPEG's Exif segment before the block. */
const withoutMark = (exif: Buffer): Buffer =>
  exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif;
