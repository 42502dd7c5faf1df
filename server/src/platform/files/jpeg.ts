import type { Cleaned } from './png.ts';

const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
/**
 * Application segments that the picture needs, and how they begin: JFIF, colour profile, Adobe's colour transform.
 * Others of the same markers hold further pictures, such as the thumbnail of what was cut away.
 */
const KEPT_APPLICATION = new Map([
  [0xe0, 'JFIF\0'],
  [0xe2, 'ICC_PROFILE\0'],
  [0xee, 'Adobe'],
]);
const COMMENT = 0xfe;

export const isJpeg = (bytes: Buffer): boolean =>
  bytes[0] === 0xff && bytes[1] === START && bytes[2] === 0xff;

const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
function isKept(marker: number, content: Buffer): boolean {
  if (marker === COMMENT) return false;
  if (marker < 0xe0 || marker > 0xef) return true;
  const begin = KEPT_APPLICATION.get(marker);
  return begin !== undefined && content.subarray(0, begin.length).equals(Buffer.from(begin, 'latin1'));
}

/** Where compressed data ends: at the next marker that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next === undefined) return -1;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return -1;
}

/**
 * A JPEG without EXIF, XMP, IPTC and comments, not compressed again; null when the structure is broken.
 * Segments after ITU-T T.81, annex B. What stands after the end marker is dropped.
 */
export function cleanJpeg(bytes: Buffer): Cleaned | null {
  if (!isJpeg(bytes)) return null;
  const kept: Buffer[] = [bytes.subarray(0, 2)];
  let size: { width: number; height: number } | null = null;
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= END)) return null;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end < at + 4 || end > bytes.length) return null;
    if (isFrame(marker)) {
      if (size || end < at + 9) return null;
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    }
    if (isKept(marker, bytes.subarray(at + 4, end))) kept.push(bytes.subarray(at, end));
    at = end;
    if (marker !== SCAN) continue;
    const over = endOfScan(bytes, at);
    if (over < 0) return null;
    kept.push(bytes.subarray(at, over));
    at = over;
    if (bytes[at + 1] !== END) continue;
    kept.push(bytes.subarray(at, at + 2));
    return size && { ...size, bytes: Buffer.concat(kept) };
  }
  return null;
}
