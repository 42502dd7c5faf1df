import { JpegFrame, type PictureSize } from '@cusp/mesh/jpeg-frame';
import { pngSize } from '@cusp/mesh/picture-head';

/**
 * Larger than any camera produces. A decoder needs four bytes per pixel even if the file is small, and everybody who
 * opens a case loads its preview picture.
 */
const MAX_PIXELS = 120_000_000;

const ascii = (head: Buffer, from: number, to: number) => head.toString('latin1', from, to);

const ofGif = (head: Buffer): PictureSize | null =>
  /^GIF8[79]a$/.test(ascii(head, 0, 6)) && head.length >= 10
    ? { width: head.readUInt16LE(6), height: head.readUInt16LE(8) }
    : null;

/** WebP container specification, and RFC 6386 and 9649 for its contents. */
function ofWebp(head: Buffer): PictureSize | null {
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

/** AVIF and HEIC: the largest `ispe` box of ISO/IEC 23008-12, 6.5.3; tiles and thumbnails have their own. */
function ofHeif(head: Buffer): PictureSize | null {
  if (ascii(head, 4, 8) !== 'ftyp') return null;
  let largest: PictureSize | null = null;
  for (let at = head.indexOf('ispe'); at >= 0 && at + 16 <= head.length; at = head.indexOf('ispe', at + 1)) {
    const size = { width: head.readUInt32BE(at + 8), height: head.readUInt32BE(at + 12) };
    if (!largest || size.width * size.height > largest.width * largest.height) largest = size;
  }
  return largest;
}

const isTooMuch = (size: PictureSize | null): boolean =>
  size !== null && size.width * size.height > MAX_PIXELS;

/** Whether a picture other than a JPEG declares in its first bytes more pixels than a page can show. */
export const hasTooManyPixels = (head: Buffer): boolean =>
  isTooMuch(pngSize(head) ?? ofGif(head) ?? ofWebp(head) ?? ofHeif(head));

/** The same for a JPEG, which may declare its size anywhere before the pixels. Takes bytes in pieces. */
export class JpegPixels {
  readonly #frame = new JpegFrame();

  take(piece: Buffer): void {
    this.#frame.take(piece);
  }

  get areTooMany(): boolean {
    return isTooMuch(this.#frame.size);
  }
}
