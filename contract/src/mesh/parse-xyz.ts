import { MeshError } from './mesh.ts';
import { TextCursor } from './text-cursor.ts';

/** A margin line has some hundred points; a file this large is something else. */
const largestLine = 4 * 1024 * 1024;

/**
 * Reads the points of a margin line: one a line, the first three numbers are x, y, z in the frame
 * of the scan, further columns are ignored, and so are lines that hold no number. The line is
 * closed: its last point joins its first; a repeated first point at the end is left out.
 */
export function parseXyz(bytes: Uint8Array): Float32Array {
  if (bytes.length === 0) throw new MeshError('empty');
  if (bytes.length > largestLine) throw new MeshError('too-large');
  const cursor = new TextCursor(bytes);
  const points: number[] = [];
  while (cursor.toToken()) {
    if (startsNumber(cursor)) points.push(column(cursor), column(cursor), column(cursor));
    cursor.skipLine();
  }
  if (points.length < 9) throw new MeshError('no-surface', 'fewer than three points');
  const last = points.length - 3;
  if (points[0] === points[last] && points[1] === points[last + 1] && points[2] === points[last + 2]) {
    points.length = last;
  }
  const out = Float32Array.from(points);
  if (!out.every(Number.isFinite)) throw new MeshError('not-finite');
  return out;
}

function startsNumber(cursor: TextCursor): boolean {
  const byte = cursor.bytes[cursor.at] as number;
  const next = (cursor.bytes[cursor.at + 1] ?? 0) | 32;
  const isNan = (byte | 32) === 110 && next === 97;
  const isInf = (byte | 32) === 105 && next === 110;
  return (byte >= 48 && byte <= 57) || byte === 45 || byte === 43 || byte === 46 || isNan || isInf;
}

/** One number of this line; columns may be parted by blanks, semicolons or commas. */
function column(cursor: TextCursor): number {
  while (cursor.toTokenInLine() && isSeparator(cursor.bytes[cursor.at] as number)) cursor.at++;
  if (!cursor.toTokenInLine()) throw new MeshError('syntax', 'fewer than three columns');
  return cursor.number();
}

function isSeparator(byte: number): boolean {
  return byte === 44 || byte === 59;
}
