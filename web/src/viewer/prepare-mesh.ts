import { linearOfSrgb } from '@cusp/contract/mesh/light-copy-colors';
import { type Bounds, MeshError } from '@cusp/contract/mesh/mesh';
import { parseMesh } from '@cusp/contract/mesh/parse-mesh';
import { withNormals } from '@cusp/contract/mesh/smooth-normals';
import { type IndexedMesh, weld } from '@cusp/contract/mesh/weld';

/** A mesh as the graphics card takes it. All arrays own their buffers and can be transferred. */
export interface PreparedMesh {
  positions: Float32Array<ArrayBuffer>;
  normals: Float32Array<ArrayBuffer>;
  indices: Uint32Array<ArrayBuffer>;
  /** Linear red, green, blue as fractions of 65,535. */
  colors?: Uint16Array<ArrayBuffer>;
  triangles: number;
  bounds: Bounds;
  /** Some of the vertices, to find out which way the jaw looks. */
  sample: Float32Array<ArrayBuffer>;
  /** Sum of all faces as vectors over their area: about 0 for closed shapes, points out of open ones. */
  opening: [number, number, number];
}

const sampled = 1500;

/** Reads a mesh file and makes it ready to draw. Throws {@link MeshError} for what cannot be shown. */
export function prepareMesh(bytes: Uint8Array, extension: string): PreparedMesh {
  const mesh = parseMesh(bytes, extension);
  if (mesh.triangles === 0) throw new MeshError('no-surface');
  return readyToDraw(weld(mesh));
}

/** Gives a mesh the normals and colours that the graphics card takes. */
export function readyToDraw(mesh: IndexedMesh): PreparedMesh {
  const shaded = withNormals(mesh);
  return {
    positions: owned(shaded.positions),
    normals: owned(shaded.normals),
    indices: Uint32Array.from(shaded.indices),
    colors: shaded.colors && linear(shaded.colors),
    triangles: shaded.triangles,
    bounds: shaded.bounds,
    sample: sampleOf(shaded.positions),
    opening: openingOf(shaded.positions, shaded.indices),
  };
}

/** What can be handed to another thread. */
export function buffersOf(mesh: PreparedMesh): ArrayBuffer[] {
  const arrays = [mesh.positions, mesh.normals, mesh.indices, mesh.colors, mesh.sample];
  return arrays.flatMap((array) => (array ? [array.buffer] : []));
}

function owned(values: Float32Array): Float32Array<ArrayBuffer> {
  const { buffer } = values;
  const whole = values.byteOffset === 0 && values.byteLength === buffer.byteLength;
  return whole && buffer instanceof ArrayBuffer ? new Float32Array(buffer) : Float32Array.from(values);
}

/** Files store colours for the screen; light is reckoned in linear values, which need 16 bits. */
function linear(colors: Uint8Array): Uint16Array<ArrayBuffer> {
  return Uint16Array.from(colors, (value) => linearOfSrgb[value] as number);
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

function openingOf(positions: Float32Array, indices: Uint32Array): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  let area = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const a = (indices[i] as number) * 3;
    const b = (indices[i + 1] as number) * 3;
    const c = (indices[i + 2] as number) * 3;
    const ux = (positions[b] as number) - (positions[a] as number);
    const uy = (positions[b + 1] as number) - (positions[a + 1] as number);
    const uz = (positions[b + 2] as number) - (positions[a + 2] as number);
    const vx = (positions[c] as number) - (positions[a] as number);
    const vy = (positions[c + 1] as number) - (positions[a + 1] as number);
    const vz = (positions[c + 2] as number) - (positions[a + 2] as number);
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    sum[0] += x;
    sum[1] += y;
    sum[2] += z;
    area += Math.sqrt(x * x + y * y + z * z);
  }
  return area > 0 ? [sum[0] / area, sum[1] / area, sum[2] / area] : [0, 0, 0];
}
