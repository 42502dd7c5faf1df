import { crc32 } from 'node:zlib';
import { orientationIn, tiffWith } from './orientation.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Chunks with the picture and its colours; texts, times and places are dropped. */
const KEPT = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'sBIT',
  'bKGD',
  'pHYs',
  'cICP',
  'mDCV',
  'cLLI',
]);
/** Chunks with the further frames of an animated PNG. */
const ANIMATION = new Set(['acTL', 'fcTL', 'fdAT']);

export interface Cleaned {
  width: number;
  height: number;
  bytes: Buffer;
}

export const isPng = (bytes: Buffer): boolean => bytes.subarray(0, 8).equals(SIGNATURE);

/** An Exif chunk with the orientation as its only entry. */
function exifChunk(orientation: number): Buffer {
  const typed = Buffer.concat([Buffer.from('eXIf', 'latin1'), tiffWith(orientation)]);
  const chunk = Buffer.alloc(typed.length + 8);
  chunk.writeUInt32BE(typed.length - 4, 0);
  typed.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(typed), typed.length + 4);
  return chunk;
}

/**
 * Removes the metadata of a PNG and keeps pixels and orientation; null when the structure is broken.
 * Layout: PNG specification (third edition), section 5: length, type, data, CRC.
 */
export function cleanPng(bytes: Buffer, { keepsAnimation = false } = {}): Cleaned | null {
  if (!isPng(bytes)) return null;
  const kept: Buffer[] = [SIGNATURE];
  let size: { width: number; height: number } | null = null;
  let hasPixels = false;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const end = at + 12 + length;
    if (end > bytes.length) return null;
    if (size === null) {
      if (type !== 'IHDR' || length !== 13) return null;
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    } else if (type === 'IHDR') return null;
    if (type === 'IDAT') hasPixels = true;
    if (KEPT.has(type) || (keepsAnimation && ANIMATION.has(type))) kept.push(bytes.subarray(at, end));
    const orientation = type === 'eXIf' ? orientationIn(bytes.subarray(at + 8, end - 4)) : null;
    if (orientation !== null) kept.push(exifChunk(orientation));
    if (type === 'IEND') return hasPixels ? { ...size, bytes: Buffer.concat(kept) } : null;
    at = end;
  }
  return null;
}
