import { isFrameMarker } from '@cusp/mesh/jpeg-frame';
import { jpegSize } from '@cusp/mesh/picture-head';
import { orientationIn, tiffWith } from './orientation.ts';
import type { Cleaned } from './png.ts';

const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
/**
 * Application segments that decoders need, with their signatures: JFIF, colour profile, Adobe's colour transform.
 * Other segments with the same markers hold further pictures, such as a thumbnail that still shows cropped parts.
 */
const KEPT_APPLICATION = new Map([
  [0xe0, 'JFIF\0'],
  [0xe2, 'ICC_PROFILE\0'],
  [0xee, 'Adobe'],
]);
const COMMENT = 0xfe;
const JFIF = 0xe0;
const EXIF = 0xe1;
const EXIF_BEGIN = Buffer.from('Exif\0\0', 'latin1');
/** Bytes of a JFIF segment's marker, length and fields; its thumbnail follows them. */
const JFIF_SIZE = 18;
const ADOBE = 0xee;
/** The same for Adobe's segment, which should end there. */
const ADOBE_SIZE = 16;

export const isJpeg = (bytes: Buffer): boolean =>
  bytes[0] === 0xff && bytes[1] === START && bytes[2] === 0xff;

function isKept(marker: number, content: Buffer): boolean {
  if (marker === COMMENT) return false;
  // 0xf0 and above are extensions that no current picture uses.
  if (marker < 0xe0 || marker > 0xef) return marker < 0xf0;
  const begin = KEPT_APPLICATION.get(marker);
  return begin !== undefined && content.subarray(0, begin.length).equals(Buffer.from(begin, 'latin1'));
}

/** A JFIF segment without its thumbnail, Adobe's without trailing bytes, and any other segment unchanged. */
function fieldsOf(marker: number, segment: Buffer): Buffer {
  if (marker === ADOBE && segment.length > ADOBE_SIZE) {
    const plain = Buffer.from(segment.subarray(0, ADOBE_SIZE));
    plain.writeUInt16BE(ADOBE_SIZE - 2, 2);
    return plain;
  }
  if (marker !== JFIF || segment.length <= JFIF_SIZE) return segment;
  const plain = Buffer.from(segment.subarray(0, JFIF_SIZE));
  plain.writeUInt16BE(JFIF_SIZE - 2, 2);
  plain.writeUInt16BE(0, JFIF_SIZE - 2);
  return plain;
}

function exifSegment(orientation: number): Buffer {
  const content = Buffer.concat([EXIF_BEGIN, tiffWith(orientation)]);
  const head = Buffer.from([0xff, EXIF, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** Where compressed data ends: at the next marker that is neither a stuffed byte nor a restart marker. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next === undefined) return -1;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return -1;
}

/**
 * Removes EXIF, XMP, IPTC, comments, thumbnails and anything after the end marker from a JPEG without recompressing it
 * (segments: ITU-T T.81, annex B). The orientation is kept in a minimal Exif block. Null when the structure is broken.
 */
export function cleanJpeg(bytes: Buffer): Cleaned | null {
  if (!isJpeg(bytes)) return null;
  const kept: Buffer[] = [bytes.subarray(0, 2)];
  let hasFrame = false;
  let orientation: number | null = null;
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
    if (isFrameMarker(marker)) {
      if (hasFrame || end < at + 9) return null;
      hasFrame = true;
    }
    const content = bytes.subarray(at + 4, end);
    if (isKept(marker, content)) kept.push(fieldsOf(marker, bytes.subarray(at, end)));
    if (marker === EXIF && orientation === null && content.subarray(0, 6).equals(EXIF_BEGIN)) {
      orientation = orientationIn(content.subarray(6));
      if (orientation !== null) kept.push(exifSegment(orientation));
    }
    at = end;
    if (marker !== SCAN) continue;
    const over = endOfScan(bytes, at);
    if (over < 0) return null;
    kept.push(bytes.subarray(at, over));
    at = over;
    if (bytes[at + 1] !== END) continue;
    kept.push(bytes.subarray(at, at + 2));
    const cleaned = Buffer.concat(kept);
    // The size is read from the cleaned bytes, as decoders will see them.
    const size = jpegSize(cleaned);
    return size && { ...size, bytes: cleaned };
  }
  return null;
}
