import { type Arch, findArch } from '@cusp/mesh/arch/find-arch';
import { sampleOf, surfacePoints } from '@cusp/mesh/arch/surface-points';
import { linearRgb } from '@cusp/mesh/light-copy-colors';
import { type Bounds, MeshError } from '@cusp/mesh/mesh';
import { type ColourSources, parseMesh } from '@cusp/mesh/parse-mesh';
import { withNormals } from '@cusp/mesh/smooth-normals';
import { type IndexedMesh, weld } from '@cusp/mesh/weld';

/** A mesh in the form the GPU takes. All arrays own their buffers and can be transferred. */
export interface PreparedMesh {
  positions: Float32Array<ArrayBuffer>;
  normals: Float32Array<ArrayBuffer>;
  indices: Uint32Array<ArrayBuffer>;
  /** Linear RGB as fractions of 65,535. */
  colors?: Uint16Array<ArrayBuffer>;
  /** A copy of positions and indices to transfer to the surfaces worker; only with a full surface. */
  spare?: Spare;
  triangles: number;
  bounds: Bounds;
  shape?: Shape;
  /** Keys of the files it takes colours from, present or not; undefined if unknown. */
  beside?: readonly string[];
}

export type Spare = Pick<PreparedMesh, 'positions' | 'indices'>;

/** Findings about the patient's sides from the shape of a mesh. */
export interface Shape {
  /** Evenly distributed points on it, x, y, z each. */
  sample: Float32Array<ArrayBuffer>;
  /** Its dental arch, if complete. */
  arch?: Arch | undefined;
}

/** Parses a mesh file and prepares it for drawing. Throws {@link MeshError} if it cannot be shown. */
export function prepareMesh(bytes: Uint8Array, extension: string, colours?: ColourSources): PreparedMesh {
  const mesh = parseMesh(bytes, extension, colours);
  if (mesh.triangles === 0) throw new MeshError('no-surface');
  return readyToDraw(weld(mesh));
}

/** Adds the normals and colours that the GPU takes; `creases` if they are known. */
export function readyToDraw(mesh: IndexedMesh, creases?: Uint32Array): PreparedMesh {
  const shaded = withNormals(mesh, creases);
  return {
    positions: owned(shaded.positions),
    normals: owned(shaded.normals),
    indices: ownedIndices(shaded.indices),
    colors: shaded.colors && linearRgb(shaded.colors),
    triangles: shaded.triangles,
    bounds: shaded.bounds,
  };
}

/** Adds a copy to transfer, made here to keep the main thread free. */
export const withSpare = (mesh: PreparedMesh): PreparedMesh => ({
  ...mesh,
  spare: { positions: mesh.positions.slice(), indices: mesh.indices.slice() },
});

/** Adds the shape. Takes about a tenth of a second, so call it in a worker. */
export function withShape(mesh: PreparedMesh): PreparedMesh {
  const points = surfacePoints(mesh);
  return { ...mesh, shape: { sample: sampleOf(points), arch: findArch(points) } };
}

/** The buffers to transfer to another thread. */
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
