import type { IndexedMesh } from './weld.ts';

/** Faces that meet at a sharper angle than this (cosine of 60°) are not shaded as one surface. */
const creaseCosine = 0.5;
/**
 * Vertices with more corners stay smooth, because separating their sides takes quadratic time. In scans about six
 * corners meet.
 */
const maxCorners = 256;

type Shaded = IndexedMesh & { normals: Float32Array };
type Split = Pick<Shaded, 'positions' | 'colors' | 'indices' | 'normals'> & { creases: Uint32Array };

/**
 * Splits the vertices marked in `sharp` into one copy for each smooth side. `faces` has the normal of each adjacent
 * triangle, twice its area in length. The returned `creases` are the vertices that were split.
 */
export function splitCreases(mesh: Shaded, faces: Float32Array, sharp: Uint8Array): Split {
  const indices = mesh.indices.slice();
  const origins: number[] = [];
  const normals: number[] = [];
  const first = mesh.positions.length / 3;
  const sum = new Float32Array(3);
  const { vertices, starts, corners } = cornersAt(indices, sharp);
  for (let n = 0; n < vertices.length; n++) {
    const [start, end] = [starts[n], starts[n + 1]];
    let from = end - start > maxCorners ? end : start;
    for (let side = 0; from < end; side++) {
      const to = gatherSide(corners, from, end, faces);
      const isAll = from === start && to === end;
      if (isAll) break;
      sum.fill(0);
      for (let i = from; i < to; i++) {
        const corner = corners[i];
        const face = corner - (corner % 3);
        for (let axis = 0; axis < 3; axis++) sum[axis] = sum[axis] + faces[face + axis];
        // The first side keeps the original vertex.
        if (side > 0) indices[corner] = first + origins.length;
      }
      normalise(sum, 0);
      if (side === 0) mesh.normals.set(sum, vertices[n] * 3);
      else {
        origins.push(vertices[n]);
        normals.push(sum[0], sum[1], sum[2]);
      }
      from = to;
    }
  }
  const creases = Uint32Array.from(new Set(origins));
  return {
    ...appended(mesh, origins),
    indices,
    normals: joined(mesh.normals, Float32Array.from(normals)),
    creases,
  };
}

/** The marked vertices, and the corners of each as a range in one array. */
function cornersAt(indices: Uint32Array, sharp: Uint8Array) {
  const slots = new Int32Array(sharp.length);
  const list: number[] = [];
  for (let vertex = 0; vertex < sharp.length; vertex++) if (sharp[vertex]) slots[vertex] = list.push(vertex);
  const vertices = Uint32Array.from(list);
  const starts = new Uint32Array(vertices.length + 1);
  const slotOf = (corner: number) => slots[indices[corner]] - 1;
  for (let i = 0; i < indices.length; i++) {
    const slot = slotOf(i);
    if (slot >= 0) starts[slot + 1] = starts[slot + 1] + 1;
  }
  for (let n = 1; n < starts.length; n++) starts[n] = starts[n] + starts[n - 1];
  const filled = starts.slice();
  const corners = new Uint32Array(starts.at(-1) ?? 0);
  for (let i = 0; i < indices.length; i++) {
    const slot = slotOf(i);
    if (slot < 0) continue;
    const at = filled[slot];
    corners[at] = i;
    filled[slot] = at + 1;
  }
  return { vertices, starts, corners };
}

/**
 * Moves the corners of one side to the front of the range `from` to `end` of `corners`: those connected by nearly
 * parallel faces. Returns the end of that side.
 */
function gatherSide(corners: Uint32Array, from: number, end: number, faces: Float32Array): number {
  let to = from + 1;
  for (let i = from; i < to; i++) {
    for (let j = to; j < end; j++) {
      if (!areNear(faces, corners[i], corners[j])) continue;
      const near = corners[j];
      corners[j] = corners[to];
      corners[to++] = near;
    }
  }
  return to;
}

/** Whether the faces of two corners belong to the same smooth side. */
function areNear(faces: Float32Array, cornerA: number, cornerB: number): boolean {
  const a = cornerA - (cornerA % 3);
  const b = cornerB - (cornerB % 3);
  const x = faces[a];
  const y = faces[a + 1];
  const z = faces[a + 2];
  const u = faces[b];
  const v = faces[b + 1];
  const w = faces[b + 2];
  const lengths = Math.sqrt((x * x + y * y + z * z) * (u * u + v * v + w * w));
  // Degenerate triangles have no normal; treat them as smooth.
  return lengths === 0 || x * u + y * v + z * w > creaseCosine * lengths;
}

function appended(mesh: Shaded, origins: number[]): Pick<Split, 'positions' | 'colors'> {
  const pick = (from: ArrayLike<number>) =>
    origins.flatMap((v) => [from[v * 3], from[v * 3 + 1], from[v * 3 + 2]]);
  const positions = joined(mesh.positions, Float32Array.from(pick(mesh.positions)));
  if (!mesh.colors) return { positions };
  const colors = new Uint8Array(mesh.colors.length + origins.length * 3);
  colors.set(mesh.colors);
  colors.set(pick(mesh.colors), mesh.colors.length);
  return { positions, colors };
}

/** Normalises the vector at an offset; a zero vector becomes the z axis. */
export function normalise(out: Float32Array, at: number): void {
  const x = out[at];
  const y = out[at + 1];
  const z = out[at + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  if (length > 0) {
    out[at] = x / length;
    out[at + 1] = y / length;
    out[at + 2] = z / length;
  } else out[at + 2] = 1;
}

function joined(a: Float32Array, b: Float32Array): Float32Array {
  const out = new Float32Array(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
}
