import { isFrameMarker } from '@cusp/mesh/jpeg-frame';
import { jpegSize } from '@cusp/mesh/picture-head';
import { orientationIn, tiffWith } from './orientation.ts';
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
const JFIF = 0xe0;
const EXIF = 0xe1;
const EXIF_BEGIN = Buffer.from('Exif\0\0', 'latin1');
/** Marker, length and fields of a JFIF segment; its thumbnail stands behind them. */
const JFIF_SIZE = 18;
const ADOBE = 0xee;
/** The same of Adobe's segment, behind which nothing belongs. */
const ADOBE_SIZE = 16;

export const isJpeg = (bytes: Buffer): boolean =>
  bytes[0] === 0xff && bytes[1] === START && bytes[2] === 0xff;

function isKept(marker: number, content: Buffer): boolean {
  if (marker === COMMENT) return false;
  // Extensions that no picture of today has: 0xf0 and above.
  if (marker < 0xe0 || marker > 0xef) return marker < 0xf0;
  const begin = KEPT_APPLICATION.get(marker);
  return begin !== undefined && content.subarray(0, begin.length).equals(Buffer.from(begin, 'latin1'));
}

/** A JFIF segment without its thumbnail, Adobe's without what follows its fields; any other segment as it is. */
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
 * A JPEG without EXIF, XMP, IPTC, comments and thumbnails, not compressed again; null when the structure is broken.
 * How it is to be turned stays, in an Exif block that says nothing else. Segments after ITU-T T.81, annex B. What stands after the end marker is dropped.
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
    // As decoders find it in what is kept.
    const size = jpegSize(cleaned);
    return size && { ...size, bytes: cleaned };
  }
  return null;
}
