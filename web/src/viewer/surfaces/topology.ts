import { joinedVertices } from './distinct-faces.ts';
import type { Surface } from './surface.ts';

/** The connectivity of a surface. Vertices at the same place count as one, because drawing splits them at creases. */
export interface Topology {
  /** For each vertex the first vertex at its place. */
  readonly joined: Uint32Array;
  /**
   * Corners (three per face, as in the index) that meet at a joined vertex: `corners` from `first[v]` to `first[v +
   * 1]`. Faces with two corners at one place connect nothing and are left out.
   */
  readonly first: Uint32Array;
  readonly corners: Uint32Array;
  /** For each face its normal with the length of twice its area. */
  readonly faces: Float32Array;
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
}

const known = new WeakMap<Surface, Topology>();

/** Cached per surface, computed on first use. */
export function topologyOf(surface: Surface): Topology {
  let topology = known.get(surface);
  if (!topology) {
    topology = workOut(surface);
    known.set(surface, topology);
  }
  return topology;
}

function workOut({ geometry }: Surface): Topology {
  const positions = geometry.getAttribute('position').array as Float32Array;
  const indices = geometry.getIndex()?.array as Uint32Array;
  const joined = joinedVertices(positions);
  const first = new Uint32Array(positions.length / 3 + 1);
  for (let i = 0; i < indices.length; i++) {
    if (!isCollapsed(joined, indices, i)) add(first, joined[indices[i]] + 1, 1);
  }
  for (let v = 1; v < first.length; v++) add(first, v, first[v - 1]);
  const next = first.slice();
  const corners = new Uint32Array(first[first.length - 1]);
  for (let i = 0; i < indices.length; i++) {
    if (isCollapsed(joined, indices, i)) continue;
    const vertex = joined[indices[i]];
    corners[next[vertex]] = i;
    add(next, vertex, 1);
  }
  return { joined, first, corners, faces: faceVectors(positions, indices), positions, indices };
}

/** Whether two corners of the face of a corner are at the same place. */
function isCollapsed(joined: Uint32Array, indices: Uint32Array, corner: number): boolean {
  const start = corner - (corner % 3);
  const [a, b, c] = [joined[indices[start]], joined[indices[start + 1]], joined[indices[start + 2]]];
  return a === b || b === c || c === a;
}

function add(array: Uint32Array, index: number, amount: number): void {
  array[index] += amount;
}

function faceVectors(positions: Float32Array, indices: Uint32Array): Float32Array {
  const out = new Float32Array(indices.length);
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [indices[i] * 3, indices[i + 1] * 3, indices[i + 2] * 3];
    const p = (index: number) => positions[index];
    const [ux, uy, uz] = [p(b) - p(a), p(b + 1) - p(a + 1), p(b + 2) - p(a + 2)];
    const [vx, vy, vz] = [p(c) - p(a), p(c + 1) - p(a + 1), p(c + 2) - p(a + 2)];
    out[i] = uy * vz - uz * vy;
    out[i + 1] = uz * vx - ux * vz;
    out[i + 2] = ux * vy - uy * vx;
  }
  return out;
}

/** The normal of a face is twice as long as its area. */
export function areaOf({ faces }: Topology, face: number): number {
  const i = face * 3;
  return Math.hypot(faces[i], faces[i + 1], faces[i + 2]) / 2;
}

/** The faces at the edge between two joined vertices. */
export function facesAt(topology: Topology, a: number, b: number): number[] {
  const { first, corners, joined, indices } = topology;
  const found: number[] = [];
  for (let k = first[a]; k < first[a + 1]; k++) {
    const face = Math.floor(corners[k] / 3);
    for (let i = face * 3; i < face * 3 + 3; i++) if (joined[indices[i]] === b) found.push(face);
  }
  return found;
}
