/** Exif tag of a picture's orientation, 1 to 8; 1 is upright (Exif 3.0, 4.6.5.1.6). */
const ORIENTATION = 0x0112;
const SHORT = 3;
/** Upper bound of directory entries, so that a forged count costs no time. */
const MAX_ENTRIES = 200;

/** The orientation in a TIFF block as Exif holds it, 2 to 8; null for an upright picture. */
export function orientationIn(tiff: Buffer): number | null {
  const order = tiff.toString('latin1', 0, 2);
  if (tiff.length < 14 || (order !== 'II' && order !== 'MM')) return null;
  const isLittle = order === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return null;
  const count = Math.min(short(directory), MAX_ENTRIES);
  for (let n = 0; n < count; n++) {
    const at = directory + 2 + 12 * n;
    if (at + 12 > tiff.length) return null;
    if (short(at) !== ORIENTATION || short(at + 2) !== SHORT) continue;
    const value = short(at + 8);
    return value >= 2 && value <= 8 ? value : null;
  }
  return null;
}

/** A TIFF block with the orientation as its only entry. */
export function tiffWith(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('MM\0*', 0, 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(ORIENTATION, 10);
  tiff.writeUInt16BE(SHORT, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}
