/** Version of the recipe; raising it rebuilds all light copies. */
export const LIGHT_RECIPE = 4;

/** How positions of a level are stored: integers on a grid, or rounded single-precision numbers. */
type PositionForm = 'grid' | 'float';

/** One packed level of detail, compressed by meshopt; levels are ordered coarse to fine. */
export interface PackedLevel {
  triangles: number;
  vertices: number;
  /** In millimetres: a position is `offset + step * stored`. */
  offset: [number, number, number];
  step: number;
  form: PositionForm;
  /** Smallest and largest stored position. */
  min: number[];
  max: number[];
  positions: Uint8Array;
  indices: Uint8Array;
  /** Linear red, green, blue and a fourth value as fractions of 65,535. */
  colors?: Uint8Array;
  /** The vertices at creases, if known. */
  creases?: Uint32Array;
  /** Keys of the other files that its colours come from, if any. */
  beside?: readonly string[];
}

/** Position of a level in a light copy; it is complete once `end` bytes have arrived. */
export interface LightLevel {
  triangles: number;
  vertices: number;
  offset: [number, number, number];
  step: number;
  form: PositionForm;
  positions: Slice;
  indices: Slice;
  colors?: Slice;
  /** The vertices at creases; undefined if the copy has no such section. */
  creases?: Uint32Array;
  /** Keys of the files that its colours come from; undefined if the copy has no such section. */
  beside?: readonly string[];
  end: number;
}

/** Range of compressed bytes in the file. */
export interface Slice {
  start: number;
  length: number;
}

/** Decompresses meshopt data: `count` elements of `size` bytes each, as glTF's extension defines them. */
export type Decompress = (
  target: Uint8Array,
  count: number,
  size: number,
  source: Uint8Array,
  mode: 'ATTRIBUTES' | 'TRIANGLES',
  filter?: 'EXPONENTIAL',
) => void;

/** Bytes per stored position. */
export const positionBytes = (form: PositionForm): number => (form === 'grid' ? 8 : 12);
