import type { PackedLevel } from '@cusp/mesh/light-copy';
import { toLinear } from '@cusp/mesh/light-copy-colors';
import { boundsOf } from '@cusp/mesh/mesh';
import type { IndexedMesh } from '@cusp/mesh/weld';
import { MeshoptEncoder } from 'meshoptimizer/encoder';

/** Up to this length in mm, 16 bits keep every vertex within 1.72 µm: half a step of 1.98 µm on each axis. */
const LONGEST_ON_GRID = 130;
/** Step for longer models in mm: half of one on each axis is 0.87 µm. */
const FLOAT_STEP = 0.001;
/** The precision of single-precision floats. */
const MAX_BITS = 24;
/** glTF's extension is defined for this version of the codec only. */
const CODEC_VERSION = 0;

/**
 * Compresses the triangles given by `corners`. Keeps every triangle and drops unused vertices. `bits` is the grid
 * resolution along the longest side; models too long for 16 bits are stored as rounded floats.
 * Await `MeshoptEncoder.ready` first.
 */
export function packLevel(mesh: IndexedMesh, corners: Uint32Array, bits: number): PackedLevel {
  const indices = corners.slice();
  const [places, vertices] = isCrowded(mesh, corners)
    ? asTheyAre(mesh)
    : MeshoptEncoder.reorderMesh(indices, true, true);
  const positions = arranged(mesh.positions, places, vertices);
  const { min, max } = boundsOf(positions);
  const longest = Math.max(...max.map((value, axis) => value - (min[axis] as number)));
  const stored =
    longest > LONGEST_ON_GRID ? onFloats(positions, min, max) : onGrid(positions, min, longest, bits);
  const colors = mesh.colors && toLinear(arranged(mesh.colors, places, vertices));
  return {
    triangles: indices.length / 3,
    vertices,
    ...stored,
    indices: MeshoptEncoder.encodeGltfBuffer(
      new Uint8Array(indices.buffer),
      indices.length,
      4,
      'TRIANGLES',
      CODEC_VERSION,
    ),
    ...(colors ? { colors: attributes(new Uint8Array(colors.buffer), vertices, 8) } : {}),
  };
}

/**
 * Mean number of neighbours per corner above which the encoder's ordering takes quadratic time. Scans have about six.
 */
const CROWD = 200;

/** Whether so many triangles share vertices that adjacency algorithms would not end in time. */
export function isCrowded({ positions }: IndexedMesh, corners: Uint32Array): boolean {
  const trianglesAt = new Uint32Array(positions.length / 3);
  for (const vertex of corners) trianglesAt[vertex] = (trianglesAt[vertex] as number) + 1;
  const squares = trianglesAt.reduce((sum, count) => sum + count * count, 0);
  return squares > corners.length * CROWD;
}

/** Identity mapping of vertices. */
function asTheyAre({ positions }: IndexedMesh): [Uint32Array, number] {
  const vertices = positions.length / 3;
  return [Uint32Array.from({ length: vertices }, (_, vertex) => vertex), vertices];
}

const attributes = (bytes: Uint8Array, count: number, stride: number) =>
  MeshoptEncoder.encodeGltfBuffer(bytes, count, stride, 'ATTRIBUTES', CODEC_VERSION);

/** Reorders three values per vertex as the encoder did; unused vertices are dropped. */
function arranged<A extends Float32Array | Uint8Array>(values: A, places: Uint32Array, count: number): A {
  const out = new (values.constructor as new (length: number) => A)(count * 3);
  for (let i = 0; i < places.length; i++) {
    const place = places[i] as number;
    if (place === 0xffffffff) continue;
    for (let axis = 0; axis < 3; axis++) out[place * 3 + axis] = values[i * 3 + axis] as number;
  }
  return out;
}

type Stored = Pick<PackedLevel, 'offset' | 'step' | 'form' | 'min' | 'max' | 'positions'>;
type Triple = [number, number, number];

function onGrid(positions: Float32Array, min: Triple, longest: number, bits: number): Stored {
  const step = longest > 0 ? longest / (2 ** bits - 1) : 1;
  const count = positions.length / 3;
  const grid = new Uint16Array(count * 4);
  const low = [65535, 65535, 65535];
  const high = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    for (let axis = 0; axis < 3; axis++) {
      const value = Math.round(((positions[i * 3 + axis] as number) - (min[axis] as number)) / step);
      grid[i * 4 + axis] = value;
      if (value < (low[axis] as number)) low[axis] = value;
      if (value > (high[axis] as number)) high[axis] = value;
    }
  }
  const bytes = attributes(new Uint8Array(grid.buffer), count, 8);
  return { offset: min, step, form: 'grid', min: low, max: high, positions: bytes };
}

/** Centred, so that models far from the origin lose no precision. */
function onFloats(positions: Float32Array, min: Triple, max: Triple): Stored {
  const offset = min.map((value, axis) => (value + (max[axis] as number)) / 2) as Triple;
  const local = positions.map((value, i) => value - (offset[i % 3] as number));
  const farthest = local.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  // One bit for the sign, one because the largest number's exponent is rounded up.
  const bits = Math.min(MAX_BITS, Math.ceil(Math.log2(farthest / FLOAT_STEP)) + 2);
  const count = positions.length / 3;
  const filtered = MeshoptEncoder.encodeFilterExp(local, count, 12, bits, 'SharedComponent');
  const half = max.map((value, axis) => value - (offset[axis] as number));
  return {
    offset,
    step: 1,
    form: 'float',
    min: half.map((value) => -value),
    max: half,
    positions: attributes(filtered, count, 12),
  };
}
