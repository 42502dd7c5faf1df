/**
 * A triangle mesh as all readers here return it. Coordinates are those of the file, by convention in millimetres;
 * nothing is moved, scaled or rotated.
 */
export interface Mesh {
  /** x, y, z of each vertex. */
  positions: Float32Array;
  /** Three vertex indices per triangle; absent if the vertices already are in triangle order. */
  indices?: Uint32Array;
  /** sRGB red, green, blue (0–255) of each vertex. */
  colors?: Uint8Array;
  triangles: number;
  bounds: Bounds;
}

/** Axis-aligned bounding box; `min` above `max` if there is no vertex. */
export interface Bounds {
  min: [number, number, number];
  max: [number, number, number];
}

/** Why a file cannot be shown. Each has a text in the `viewer` namespace of all languages. */
export const meshErrorCodes = [
  'empty',
  'unknown-format',
  'syntax',
  'truncated',
  'count-mismatch',
  'header',
  'unsupported-property',
  'bad-index',
  'bad-face',
  'not-finite',
  'too-far',
  'encoding',
  'no-surface',
  'hps',
  'hps-schema',
  'dicom',
  'too-large',
  'timeout',
] as const;

export type MeshErrorCode = (typeof meshErrorCodes)[number];

/** A file that cannot be read. `detail` is for logs and contains no text of the file. */
export class MeshError extends Error {
  readonly code: MeshErrorCode;
  readonly detail: string;

  constructor(code: MeshErrorCode, detail = '') {
    super(detail ? `${code}: ${detail}` : code);
    this.name = 'MeshError';
    this.code = code;
    this.detail = detail;
  }
}

/** Beyond a kilometre, in millimetres, float32 arithmetic of normals and of the GPU overflows. */
const farthest = 1e6;

/** Bounding box of all vertices. Throws `not-finite` for NaN and infinity and `too-far` for absurd distances. */
export function boundsOf(positions: Float32Array): Bounds {
  let [x0, y0, z0] = [Infinity, Infinity, Infinity];
  let [x1, y1, z1] = [-Infinity, -Infinity, -Infinity];
  let poison = 0;
  for (let i = 0; i < positions.length; i += 3) {
    const x = positions[i];
    const y = positions[i + 1];
    const z = positions[i + 2];
    // NaN and infinity times zero is NaN and stays in the sum, so one test after the loop is enough.
    poison += (x + y + z) * 0;
    if (x < x0) x0 = x;
    if (y < y0) y0 = y;
    if (z < z0) z0 = z;
    if (x > x1) x1 = x;
    if (y > y1) y1 = y;
    if (z > z1) z1 = z;
  }
  if (poison !== 0) throw new MeshError('not-finite');
  if (Math.max(-x0, -y0, -z0, x1, y1, z1) > farthest) throw new MeshError('too-far');
  return { min: [x0, y0, z0], max: [x1, y1, z1] };
}
