import type { Size } from './square-crop.ts';

const PNG = [0x89, 0x50, 0x4e, 0x47];
const SCAN = 0xda;
/** Markers of a JPEG's frame, which tells its size. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** The size that the head of a PNG or JPEG claims, in pixels, before anything is decoded; null where it claims none. */
export function claimedSize(head: ArrayBuffer): Size | null {
  const bytes = new DataView(head);
  const isPng = head.byteLength >= 24 && PNG.every((byte, at) => bytes.getUint8(at) === byte);
  return isPng ? { width: bytes.getUint32(16), height: bytes.getUint32(20) } : jpegSize(bytes);
}

function jpegSize(bytes: DataView): Size | null {
  for (let at = 2; at + 9 <= bytes.byteLength && bytes.getUint8(at) === 0xff; ) {
    const marker = bytes.getUint8(at + 1);
    if (marker === SCAN) return null;
    if (isFrame(marker)) return { height: bytes.getUint16(at + 5), width: bytes.getUint16(at + 7) };
    // A fill byte stands alone; everything else before the scan tells its length.
    at += marker === 0xff ? 1 : 2 + bytes.getUint16(at + 2);
  }
  return null;
}
