import { type Arch, findArch } from '@cusp/mesh/arch/find-arch';
import { sampleOf, surfacePoints } from '@cusp/mesh/arch/surface-points';
import { linearOfSrgb } from '@cusp/mesh/light-copy-colors';
import { type Bounds, MeshError } from '@cusp/mesh/mesh';
import { type Looks, parseMesh } from '@cusp/mesh/parse-mesh';
import { withNormals } from '@cusp/mesh/smooth-normals';
import { type IndexedMesh, weld } from '@cusp/mesh/weld';

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
  shape?: Shape;
  /** Keys of the files that its colours come from, there or not; undefined where nobody knows. */
  beside?: readonly string[];
}

export type Spare = Pick<PreparedMesh, 'positions' | 'indices'>;

/** What the shape of a mesh tells of the patient's sides. */
export interface Shape {
  /** Points that lie evenly on it, x, y, z each. */
  sample: Float32Array<ArrayBuffer>;
  /** The dental arch that it shows, where it is a complete one. */
  arch?: Arch | undefined;
}

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
  };
}

/** The mesh with a copy to give away: made here, it holds nobody up. */
export const withSpare = (mesh: PreparedMesh): PreparedMesh => ({
  ...mesh,
  spare: { positions: mesh.positions.slice(), indices: mesh.indices.slice() },
});

/** The mesh with what its shape tells; takes about a tenth of a second, so it is for workers. */
export function withShape(mesh: PreparedMesh): PreparedMesh {
  const points = surfacePoints(mesh);
  return { ...mesh, shape: { sample: sampleOf(points), arch: findArch(points) } };
}

/** What can be handed to another thread. */
export function buffersOf({ spare, ...mesh }: PreparedMesh): ArrayBuffer[] {
  const own = [mesh.positions, mesh.normals, mesh.indices, mesh.colors, mesh.shape?.sample];
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
