/** Raised whenever copies made before have to be made anew. */
export const LIGHT_RECIPE = 4;

/** How the positions of a level are stored: whole numbers on a grid, or rounded single-precision numbers. */
type PositionForm = 'grid' | 'float';

/** One level of detail as it is packed: compressed by meshopt, in the order coarse to fine. */
export interface PackedLevel {
  triangles: number;
  vertices: number;
  /** Millimetres: a position is `offset + step * stored`. */
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
  /** The vertices where faces meet at a crease, where that is known. */
  creases?: Uint32Array;
  /** Keys of the files that its colours come from, where they come from others. */
  beside?: readonly string[];
}

/** Where a level of a light copy lies; everything of it is there once `end` bytes are. */
export interface LightLevel {
  triangles: number;
  vertices: number;
  offset: [number, number, number];
  step: number;
  form: PositionForm;
  positions: Slice;
  indices: Slice;
  colors?: Slice;
  /** The vertices where faces meet at a crease; undefined where the copy does not tell. */
  creases?: Uint32Array;
  /** Keys of the files that its colours come from; undefined where the copy does not tell. */
  beside?: readonly string[];
  end: number;
}

/** Compressed bytes by their place in the file. */
export interface Slice {
  start: number;
  length: number;
}

/** Undoes meshopt's compression: `count` elements of `size` bytes each, as glTF's extension defines them. */
export type Decompress = (
  target: Uint8Array,
  count: number,
  size: number,
  source: Uint8Array,
  mode: 'ATTRIBUTES' | 'TRIANGLES',
  filter?: 'EXPONENTIAL',
) => void;

/** Bytes of one stored position. */
export const positionBytes = (form: PositionForm): number => (form === 'grid' ? 8 : 12);
