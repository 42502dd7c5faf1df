import { isCrowded, onGridOf, relativeTo, reordered } from '@cusp/mesh/level-vertices';
import type { PackedLevel } from '@cusp/mesh/light-copy';
import { toLinear } from '@cusp/mesh/light-copy-colors';
import { type Bounds, boundsOf } from '@cusp/mesh/mesh';
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
  const positions = reordered(mesh.positions, places, vertices);
  const bounds = boundsOf(positions);
  const { min, max } = bounds;
  const longest = Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  const stored =
    longest > LONGEST_ON_GRID ? onFloats(positions, bounds) : onGrid(positions, min, longest, bits);
  const colors = mesh.colors && toLinear(reordered(mesh.colors, places, vertices));
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

/** Identity mapping of vertices. */
function asTheyAre({ positions }: IndexedMesh): [Uint32Array, number] {
  const vertices = positions.length / 3;
  return [Uint32Array.from({ length: vertices }, (_, vertex) => vertex), vertices];
}

const attributes = (bytes: Uint8Array, count: number, stride: number) =>
  MeshoptEncoder.encodeGltfBuffer(bytes, count, stride, 'ATTRIBUTES', CODEC_VERSION);

type Stored = Pick<PackedLevel, 'offset' | 'step' | 'form' | 'min' | 'max' | 'positions'>;

function onGrid(positions: Float32Array, offset: Bounds['min'], longest: number, bits: number): Stored {
  const step = longest > 0 ? longest / (2 ** bits - 1) : 1;
  const { grid, min, max } = onGridOf(positions, offset, step);
  const bytes = attributes(new Uint8Array(grid.buffer), positions.length / 3, 8);
  return { offset, step, form: 'grid', min, max, positions: bytes };
}

/** Centred, so that models far from the origin lose no precision. */
function onFloats(positions: Float32Array, { min, max }: Bounds): Stored {
  const offset: Bounds['min'] = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2];
  const local = relativeTo(positions, offset);
  const farthest = local.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  // One bit for the sign, one because the largest number's exponent is rounded up.
  const bits = Math.min(MAX_BITS, Math.ceil(Math.log2(farthest / FLOAT_STEP)) + 2);
  const count = positions.length / 3;
  const filtered = MeshoptEncoder.encodeFilterExp(local, count, 12, bits, 'SharedComponent');
  const half = [max[0] - offset[0], max[1] - offset[1], max[2] - offset[2]];
  return {
    offset,
    step: 1,
    form: 'float',
    min: half.map((value) => -value),
    max: half,
    positions: attributes(filtered, count, 12),
  };
}
