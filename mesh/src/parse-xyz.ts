import { MeshError } from './mesh.ts';
import { lineRest, lineText, TextCursor } from './text-cursor.ts';
import { hasUtf16Mark } from './utf16.ts';

/** A margin line has a few hundred points; a larger file is something else. */
const largestLine = 4 * 1024 * 1024;

/**
 * Reads the points of a margin line, one per line: the first three numbers are x, y, z in the frame of the scan.
 * Further columns are ignored, as are lines without numbers and a count before the first point. The line is closed, its
 * last point joins its first; a repeated first point at the end is dropped.
 */
export function parseXyz(bytes: Uint8Array): Float32Array {
  if (bytes.length === 0) throw new MeshError('empty');
  if (bytes.length > largestLine) throw new MeshError('too-large');
  if (hasUtf16Mark(bytes)) throw new MeshError('encoding', 'utf-16');
  const cursor = new TextCursor(bytes);
  cursor.skipMark();
  const points: number[] = [];
  while (cursor.toToken()) {
    if (startsNumber(cursor) && !(points.length === 0 && isCount(cursor))) {
      const point = new Columns(cursor);
      points.push(point.next(), point.next(), point.next());
    }
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

function startsNumber({ bytes, at }: TextCursor): boolean {
  const isSigned = bytes[at] === 45 || bytes[at] === 43;
  const byte = bytes[isSigned ? at + 1 : at] ?? 0;
  const next = (bytes[isSigned ? at + 2 : at + 1] ?? 0) | 32;
  const isNan = (byte | 32) === 110 && next === 97;
  const isInf = (byte | 32) === 105 && next === 110;
  return (byte >= 48 && byte <= 57) || byte === 46 || isNan || isInf;
}

/** Whether the line consists of one whole number. */
const isCount = ({ bytes, at }: TextCursor): boolean => /^\d+$/.test(lineRest(bytes, at));

/** A number with a decimal comma. */
const withComma = /^\s*[-+]?\d+,\d+(e[-+]?\d+)?\s*$/i;

/**
 * The numbers of a line, separated by blanks, commas or semicolons. With semicolons a comma is a decimal point; with
 * blanks between numbers that contain a comma the meaning is ambiguous.
 */
class Columns {
  readonly #cursor: TextCursor;

  constructor({ bytes, at, end }: TextCursor) {
    const line = lineText(bytes, at);
    const isDecimal = line.split(';', 3).some((column) => withComma.test(column));
    const words = line.split(/\s+/, 3);
    if (!isDecimal && words.length === 3 && words.some((word) => withComma.test(word)))
      throw new MeshError('syntax', 'commas in numbers');
    const cursor = isDecimal ? new TextCursor(bytesOfLine(line.replaceAll(',', '.'))) : undefined;
    this.#cursor = cursor ?? new TextCursor(bytes, at, end);
  }

  next(): number {
    const cursor = this.#cursor;
    while (cursor.toTokenInLine() && isSeparator(cursor.bytes[cursor.at])) cursor.at++;
    if (!cursor.toTokenInLine()) throw new MeshError('syntax', 'fewer than three columns');
    return cursor.number();
  }
}

const bytesOfLine = (line: string): Uint8Array => Uint8Array.from(line, (letter) => letter.charCodeAt(0));

function isSeparator(byte: number): boolean {
  return byte === 44 || byte === 59;
}
