import { clampedByte, colourBytes } from './colour-bytes.ts';
import type { PlyProperty, PlyType } from './ply-header.ts';

/** Column positions of a colour in a row. */
interface ColourSlots {
  columns: [number, number, number];
  type: PlyType;
}

/** Column names that programs use for colours. */
const colourNames = [
  ['red', 'green', 'blue'],
  ['diffuse_red', 'diffuse_green', 'diffuse_blue'],
  ['r', 'g', 'b'],
];

export function colourSlots(properties: PlyProperty[]): ColourSlots | undefined {
  for (const names of colourNames) {
    const columns = names.map((name) =>
      properties.findIndex((p) => p.name === name && p.lengthType === undefined),
    ) as [number, number, number];
    const type = properties[columns[0]]?.type;
    if (!columns.includes(-1) && type !== undefined) return { columns, type };
  }
  return undefined;
}

/** Colours as 0 to 255, or as floats, which can only be distinguished from fractions when all are known. */
export type Colours = Uint8Array | Float32Array;

const isReal = (type: PlyType) => type >= 6;

export const colourArray = ({ type }: ColourSlots, count: number): Colours =>
  isReal(type) ? new Float32Array(count * 3) : new Uint8Array(count * 3);

export function writeColour(
  out: Colours,
  at: number,
  row: Float64Array,
  { columns, type }: ColourSlots,
): void {
  for (let i = 0; i < 3; i++) {
    const value = row[columns[i]];
    out[at + i] = isReal(type) ? value : clampedByte(type === 3 ? value / 257 : value);
  }
}

export const bytesOf = (colours: Colours): Uint8Array =>
  colours instanceof Uint8Array ? colours : colourBytes(colours);
