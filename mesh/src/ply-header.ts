import { MeshError } from './mesh.ts';
import { lineText } from './text-cursor.ts';

/** Scalar types of a PLY property; the number is an index into {@link plyTypeSize}. */
const plyTypes = {
  char: 0,
  int8: 0,
  uchar: 1,
  uint8: 1,
  short: 2,
  int16: 2,
  ushort: 3,
  uint16: 3,
  int: 4,
  int32: 4,
  uint: 5,
  uint32: 5,
  float: 6,
  float32: 6,
  double: 7,
  float64: 7,
} as const;

export type PlyType = (typeof plyTypes)[keyof typeof plyTypes];

/** Bytes of each type. */
export const plyTypeSize: readonly number[] = [1, 1, 2, 2, 4, 4, 4, 8];

export interface PlyProperty {
  name: string;
  type: PlyType;
  /** The type of the length if the property is a list. */
  lengthType?: PlyType;
}

export interface PlyElement {
  name: string;
  count: number;
  properties: PlyProperty[];
}

export interface PlyHeader {
  format: 'ascii' | 'little' | 'big';
  elements: PlyElement[];
  /** File names of textures as written, one character per byte. */
  pictures: string[];
  /**
   * Possible offsets of the body. After a carriage return and a newline there are two: the newline ends the header,
   * or it is the first byte of a binary body. The one that agrees with the end of the first line comes first.
   */
  bodyStarts: number[];
}

/** Headers of real files have a few hundred bytes, with comments a few thousand. */
const longestHeader = 64 * 1024;

/** Reads the header; refuses counts that the file is too small for, before anything is allocated. */
export function readPlyHeader(bytes: Uint8Array): PlyHeader {
  if (bytes.length === 0) throw new MeshError('empty');
  const first = lineText(bytes, 0, 80);
  if (first.trimEnd() !== 'ply') throw new MeshError('unknown-format', 'magic');
  const elements: PlyElement[] = [];
  const pictures: string[] = [];
  let format: PlyHeader['format'] | undefined;
  for (let at = lineStart(bytes, first.length); at < Math.min(bytes.length, longestHeader); ) {
    const line = lineText(bytes, at, longestHeader);
    const end = at + line.length;
    at = lineStart(bytes, end);
    const words = line.trim().split(/\s+/);
    if (words[0] === 'end_header') {
      if (!format) throw new MeshError('header', 'format missing');
      const bodyStarts = [Math.min(at, bytes.length)];
      if (format !== 'ascii' && at - end === 2) {
        const endsInCr = bytes[first.length] === 13 && bytes[first.length + 1] !== 10;
        if (endsInCr) bodyStarts.unshift(end + 1);
        else bodyStarts.push(end + 1);
      }
      return checked({ format, elements, pictures, bodyStarts }, bytes.length);
    }
    if (end >= bytes.length) throw new MeshError('truncated', 'header');
    const [, picture] = /^\s*comment\s+texturefile\s+(.+?)\s*$/i.exec(line) ?? [];
    if (picture) pictures.push(picture);
    if (words[0] === 'format') format = formatOf(words[1]);
    else if (words[0] === 'element') elements.push(elementOf(words));
    else if (words[0] === 'property') addProperty(elements.at(-1), words);
    else if (words[0] !== 'comment' && words[0] !== 'obj_info' && words[0] !== '') {
      throw new MeshError('header', 'keyword');
    }
  }
  throw new MeshError(bytes.length > longestHeader ? 'header' : 'truncated', 'end_header missing');
}

/** Start of the line after the one that ends at `end`; lines end with LF, CR LF or CR. */
function lineStart(bytes: Uint8Array, end: number): number {
  return end + (bytes[end] === 13 && bytes[end + 1] === 10 ? 2 : 1);
}

function formatOf(word: string | undefined): PlyHeader['format'] {
  if (word === 'ascii') return 'ascii';
  if (word === 'binary_little_endian') return 'little';
  if (word === 'binary_big_endian') return 'big';
  throw new MeshError('header', 'format');
}

function elementOf(words: string[]): PlyElement {
  const count = Number(words[2]);
  if (!words[1] || !/^\d{1,15}$/.test(words[2] ?? '')) throw new MeshError('header', 'element');
  return { name: words[1], count, properties: [] };
}

function addProperty(element: PlyElement | undefined, words: string[]): void {
  if (!element) throw new MeshError('header', 'property outside an element');
  const isList = words[1] === 'list';
  const [type, name] = isList ? [words[3], words[4]] : [words[1], words[2]];
  if (!name) throw new MeshError('header', 'property');
  const property: PlyProperty = { name, type: typeOf(type) };
  if (isList) {
    property.lengthType = typeOf(words[2]);
    if (property.lengthType > 5) throw new MeshError('header', 'list length');
  }
  element.properties.push(property);
}

function typeOf(word: string | undefined): PlyType {
  if (word !== undefined && Object.hasOwn(plyTypes, word)) return plyTypes[word as keyof typeof plyTypes];
  throw new MeshError('unsupported-property', 'type');
}

/** Each row has a minimum size: a byte and a blank per value in ASCII, its width in binary. */
function checked(header: PlyHeader, total: number): PlyHeader {
  let least = 0;
  for (const { count, properties } of header.elements) {
    if (count > 0 && properties.length === 0) throw new MeshError('header', 'element without properties');
    let row = 0;
    for (const property of properties) {
      row += header.format === 'ascii' ? 2 : plyTypeSize[property.lengthType ?? property.type];
    }
    least += row * count;
  }
  // The last value of an ASCII file needs no blank after it.
  const slack = header.format === 'ascii' ? 1 : 0;
  if (least > total - Math.min(...header.bodyStarts) + slack)
    throw new MeshError('truncated', 'declared counts');
  return header;
}
