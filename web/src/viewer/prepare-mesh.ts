import { linearOfSrgb } from '@cusp/contract/mesh/light-copy-colors';
import { type Bounds, MeshError } from '@cusp/contract/mesh/mesh';
import { type Looks, parseMesh } from '@cusp/contract/mesh/parse-mesh';
import { withNormals } from '@cusp/contract/mesh/smooth-normals';
import { type IndexedMesh, weld } from '@cusp/contract/mesh/weld';

/** A mesh as the graphics card takes it. All arrays own their buffers and can be transferred. */
export interface PreparedMesh {
  positions: Float32Array<ArrayBuffer>;
  normals: Float32Array<ArrayBuffer>;
  indices: Uint32Array<ArrayBuffer>;
  /** Linear red, green, blue as fractions of 65,535. */
  colors?: Uint16Array<ArrayBuffer>;
  /** Positions and indices once more, to be given away to who finds places on them; only with a full surface. */
  spare?: Spare;
  triangles: number;
  bounds: Bounds;
  /** Some of the vertices, to find out which way the jaw looks. */
  sample: Float32Array<ArrayBuffer>;
  /** Sum of all faces as vectors over their area: about 0 for closed shapes, points out of open ones. */
  opening: [number, number, number];
  /** Keys of the files that its colours come from, there or not; undefined where nobody knows. */
  beside?: readonly string[];
}

export type Spare = Pick<PreparedMesh, 'positions' | 'indices'>;

const sampled = 1500;

/** Reads a mesh file and makes it ready to draw. Throws {@link MeshError} for what cannot be shown. */
export function prepareMesh(bytes: Uint8Array, extension: string, looks?: Looks): PreparedMesh {
  const mesh = parseMesh(bytes, extension, looks);
  if (mesh.triangles === 0) throw new MeshError('no-surface');
  return readyToDraw(weld(mesh));
}

/** Gives a mesh the normals and colours that the graphics card takes; `creases` where they are known. */
export function readyToDraw(mesh: IndexedMesh, creases?: Uint32Array): PreparedMesh {
  const shaded = withNormals(mesh, creases);
  return {
    positions: owned(shaded.positions),
    normals: owned(shaded.normals),
    indices: ownedIndices(shaded.indices),
    colors: shaded.colors && linear(shaded.colors),
    triangles: shaded.triangles,
    bounds: shaded.bounds,
    sample: sampleOf(shaded.positions),
    opening: shaded.opening,
  };
}

/** The mesh with a copy to give away: made here, it holds nobody up. */
export const withSpare = (mesh: PreparedMesh): PreparedMesh => ({
  ...mesh,
  spare: { positions: mesh.positions.slice(), indices: mesh.indices.slice() },
});

/** What can be handed to another thread. */
export function buffersOf({ spare, ...mesh }: PreparedMesh): ArrayBuffer[] {
  const own = [mesh.positions, mesh.normals, mesh.indices, mesh.colors, mesh.sample];
  const arrays = [...own, spare?.positions, spare?.indices];
  return arrays.flatMap((array) => (array ? [array.buffer] : []));
}

function owned(values: Float32Array): Float32Array<ArrayBuffer> {
  const { buffer } = values;
  const whole = values.byteOffset === 0 && values.byteLength === buffer.byteLength;
  return whole && buffer instanceof ArrayBuffer ? new Float32Array(buffer) : new Float32Array(values);
}

function ownedIndices(values: Uint32Array): Uint32Array<ArrayBuffer> {
  const { buffer } = values;
  const whole = values.byteOffset === 0 && values.byteLength === buffer.byteLength;
  return whole && buffer instanceof ArrayBuffer ? new Uint32Array(buffer) : new Uint32Array(values);
}

/** Files store colours for the screen; light is reckoned in linear values, which need 16 bits. */
function linear(colors: Uint8Array): Uint16Array<ArrayBuffer> {
  const out = new Uint16Array(colors.length);
  for (let i = 0; i < out.length; i++) out[i] = linearOfSrgb[colors[i] as number] as number;
  return out;
}

function sampleOf(positions: Float32Array): Float32Array<ArrayBuffer> {
  const count = positions.length / 3;
  const kept = Math.min(count, sampled);
  const out = new Float32Array(kept * 3);
  for (let i = 0; i < kept; i++) {
    const from = Math.floor((i * count) / kept) * 3;
    out.set(positions.subarray(from, from + 3), i * 3);
  }
  return out;
}
