/**
 * More than any camera makes; four bytes of a reader's memory each, also where the file itself is small. A picture
 * that stands for a case is shown to everybody who opens it.
 */
const MOST_PIXELS = 120_000_000;

interface Size {
  width: number;
  height: number;
}

const ascii = (head: Buffer, from: number, to: number) => head.toString('latin1', from, to);

/** PNG specification (third edition), 11.2.1. */
const ofPng = (head: Buffer): Size | null =>
  ascii(head, 12, 16) === 'IHDR' && head.length >= 24
    ? { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
    : null;

const ofGif = (head: Buffer): Size | null =>
  /^GIF8[79]a$/.test(ascii(head, 0, 6)) && head.length >= 10
    ? { width: head.readUInt16LE(6), height: head.readUInt16LE(8) }
    : null;

const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** ITU-T T.81, annex B: segments up to the first frame. */
function ofJpeg(head: Buffer): Size | null {
  if (head[0] !== 0xff || head[1] !== 0xd8) return null;
  for (let at = 2; at + 9 <= head.length && head[at] === 0xff; ) {
    const marker = head[at + 1] ?? 0;
    if (isFrame(marker)) return { height: head.readUInt16BE(at + 5), width: head.readUInt16BE(at + 7) };
    // A marker may be filled up with further 0xff.
    at += marker === 0xff ? 1 : 2 + head.readUInt16BE(at + 2);
  }
  return null;
}

/** WebP container specification, and RFC 6386 and 9649 for what is in it. */
function ofWebp(head: Buffer): Size | null {
  if (ascii(head, 0, 4) !== 'RIFF' || ascii(head, 8, 12) !== 'WEBP' || head.length < 30) return null;
  switch (ascii(head, 12, 16)) {
    case 'VP8X':
      return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
    case 'VP8 ':
      return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = head.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    default:
      return null;
  }
}

/** AVIF: the box `ispe` of ISO/IEC 23008-12, 6.5.3. */
function ofAvif(head: Buffer): Size | null {
  const at = ascii(head, 4, 8) === 'ftyp' ? head.indexOf('ispe') : -1;
  return at < 0 || at + 16 > head.length
    ? null
    : { width: head.readUInt32BE(at + 8), height: head.readUInt32BE(at + 12) };
}

/** Whether a picture says in its first bytes that it has more pixels than a page can be asked to show. */
export function hasTooManyPixels(head: Buffer): boolean {
  const size = ofPng(head) ?? ofJpeg(head) ?? ofGif(head) ?? ofWebp(head) ?? ofAvif(head);
  return size !== null && size.width * size.height > MOST_PIXELS;
}
