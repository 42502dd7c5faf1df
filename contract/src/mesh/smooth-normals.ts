import type { IndexedMesh } from './weld.ts';

/** A mesh ready to shade: `normals` are unit vectors, x y z for each vertex. */
export type ShadedMesh = IndexedMesh & { normals: Float32Array };

/** Faces that meet at a sharper angle than this (cosine of 60°) are not shaded as one surface. */
const creaseCosine = 0.5;
/** A vertex needs a closer look when one of its faces leans further than this (30°) from the mean. */
const calmCosine = 0.866;

/**
 * Gives each vertex the mean normal of its faces, weighted by their area. Where faces meet at a
 * crease the vertex is split, one copy for each smooth side. Normals stored in files are not used:
 * they are often missing, zero or turned inside out.
 */
export function withNormals(mesh: IndexedMesh): ShadedMesh {
  const faces = faceVectors(mesh);
  const normals = meanNormals(mesh, faces);
  const sharp = sharpVertices(mesh, faces, normals);
  return sharp ? splitCreases(mesh, faces, normals, sharp) : { ...mesh, normals };
}

/** For each triangle its normal, as long as twice its area. */
function faceVectors({ positions, indices }: IndexedMesh): Float32Array {
  const out = new Float32Array(indices.length);
  for (let i = 0; i < indices.length; i += 3) {
    const a = (indices[i] as number) * 3;
    const b = (indices[i + 1] as number) * 3;
    const c = (indices[i + 2] as number) * 3;
    const ax = positions[a] as number;
    const ay = positions[a + 1] as number;
    const az = positions[a + 2] as number;
    const ux = (positions[b] as number) - ax;
    const uy = (positions[b + 1] as number) - ay;
    const uz = (positions[b + 2] as number) - az;
    const vx = (positions[c] as number) - ax;
    const vy = (positions[c + 1] as number) - ay;
    const vz = (positions[c + 2] as number) - az;
    out[i] = uy * vz - uz * vy;
    out[i + 1] = uz * vx - ux * vz;
    out[i + 2] = ux * vy - uy * vx;
  }
  return out;
}

function meanNormals({ positions, indices }: IndexedMesh, faces: Float32Array): Float32Array {
  const out = new Float32Array(positions.length);
  for (let i = 0; i < indices.length; i++) {
    const face = i - (i % 3);
    const at = (indices[i] as number) * 3;
    out[at] = (out[at] as number) + (faces[face] as number);
    out[at + 1] = (out[at + 1] as number) + (faces[face + 1] as number);
    out[at + 2] = (out[at + 2] as number) + (faces[face + 2] as number);
  }
  for (let at = 0; at < out.length; at += 3) normalise(out, at);
  return out;
}

function normalise(out: Float32Array, at: number): void {
  const x = out[at] as number;
  const y = out[at + 1] as number;
  const z = out[at + 2] as number;
  const length = Math.sqrt(x * x + y * y + z * z);
  if (length > 0) {
    out[at] = x / length;
    out[at + 1] = y / length;
    out[at + 2] = z / length;
  } else out[at + 2] = 1;
}

function cosine(a: Float32Array, atA: number, b: Float32Array, atB: number): number {
  const x = a[atA] as number;
  const y = a[atA + 1] as number;
  const z = a[atA + 2] as number;
  const u = b[atB] as number;
  const v = b[atB + 1] as number;
  const w = b[atB + 2] as number;
  const lengths = Math.sqrt((x * x + y * y + z * z) * (u * u + v * v + w * w));
  // A facet without area leans nowhere.
  return lengths > 0 ? (x * u + y * v + z * w) / lengths : 1;
}

/** Marks with 1 the vertices whose faces do not agree; undefined when all do. */
function sharpVertices(
  mesh: IndexedMesh,
  faces: Float32Array,
  normals: Float32Array,
): Uint8Array | undefined {
  const marks = new Uint8Array(normals.length / 3);
  let any = false;
  for (let i = 0; i < mesh.indices.length; i++) {
    const vertex = mesh.indices[i] as number;
    if (marks[vertex] || cosine(faces, i - (i % 3), normals, vertex * 3) >= calmCosine) continue;
    marks[vertex] = 1;
    any = true;
  }
  return any ? marks : undefined;
}

/** The corners that meet at each sharp vertex. */
function cornersBySharpVertex({ indices }: IndexedMesh, sharp: Uint8Array): Map<number, number[]> {
  const corners = new Map<number, number[]>();
  for (let i = 0; i < indices.length; i++) {
    const vertex = indices[i] as number;
    if (!sharp[vertex]) continue;
    const list = corners.get(vertex);
    if (list) list.push(i);
    else corners.set(vertex, [i]);
  }
  return corners;
}

function splitCreases(
  mesh: IndexedMesh,
  faces: Float32Array,
  means: Float32Array,
  sharp: Uint8Array,
): ShadedMesh {
  const indices = mesh.indices.slice();
  const origins: number[] = [];
  const extra: number[] = [];
  const first = means.length / 3;
  for (const [vertex, corners] of cornersBySharpVertex(mesh, sharp)) {
    for (const side of sidesOf(corners, faces)) {
      const normal = new Float32Array(3);
      for (const corner of side) {
        const face = corner - (corner % 3);
        for (let axis = 0; axis < 3; axis++) {
          normal[axis] = (normal[axis] as number) + (faces[face + axis] as number);
        }
      }
      normalise(normal, 0);
      if (side.length === corners.length) continue;
      for (const corner of side) indices[corner] = first + origins.length;
      origins.push(vertex);
      extra.push(...normal);
    }
  }
  return { ...mesh, ...appended(mesh, origins), indices, normals: joined(means, Float32Array.from(extra)) };
}

/** Groups the corners at a vertex so that within a group every face is near one already in it. */
function sidesOf(corners: number[], faces: Float32Array): number[][] {
  const sides: number[][] = [];
  const left = new Set(corners);
  for (const seed of corners) {
    if (!left.delete(seed)) continue;
    const side = [seed];
    for (let i = 0; i < side.length; i++) {
      const from = side[i] as number;
      for (const corner of left) {
        if (cosine(faces, from - (from % 3), faces, corner - (corner % 3)) <= creaseCosine) continue;
        side.push(corner);
        left.delete(corner);
      }
    }
    sides.push(side);
  }
  return sides;
}

function appended(mesh: IndexedMesh, origins: number[]): Pick<IndexedMesh, 'positions' | 'colors'> {
  const pick = (from: ArrayLike<number>) =>
    origins.flatMap((v) => [from[v * 3], from[v * 3 + 1], from[v * 3 + 2]]) as number[];
  const positions = joined(mesh.positions, Float32Array.from(pick(mesh.positions)));
  if (!mesh.colors) return { positions };
  const colors = new Uint8Array(mesh.colors.length + origins.length * 3);
  colors.set(mesh.colors);
  colors.set(pick(mesh.colors), mesh.colors.length);
  return { positions, colors };
}

function joined(a: Float32Array, b: Float32Array): Float32Array {
  const out = new Float32Array(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
}
