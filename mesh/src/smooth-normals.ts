import { overSeams, type ShadedMesh } from './colour-seams.ts';
import { normalise, splitCreases } from './split-creases.ts';
import type { IndexedMesh } from './weld.ts';

/** A vertex is examined for creases if one of its faces deviates by more than this (30°) from the mean. */
const calmCosine = 0.866;

/**
 * Gives each vertex the mean normal of its faces, weighted by area. Where faces meet at a crease the vertex is split,
 * one copy for each smooth side; vertices at a border of colours share their normal. Normals in files are ignored: they
 * are often missing, zero or inverted. Pass `creases` if they are known for the same mesh, because finding them takes
 * longer than everything else.
 */
export function withNormals(mesh: IndexedMesh, creases?: Uint32Array): ShadedMesh {
  const shade = (bare: IndexedMesh) => shaded(bare, creases);
  return (mesh.colors && overSeams(mesh, shade)) ?? shade(mesh);
}

function shaded(mesh: IndexedMesh, creases?: Uint32Array): ShadedMesh {
  const normals = new Float32Array(mesh.positions.length);
  // Reserved address space; pages are only committed where something is written.
  const faces = new Float32Array(mesh.indices.length);
  const sharp = new Uint8Array(normals.length / 3);
  for (const vertex of creases ?? []) sharp[vertex] = 1;
  const opening = creases
    ? addFaces(mesh, normals, creases.length > 0 ? { faces, sharp } : undefined)
    : addFaces(mesh, normals, { faces });
  for (let at = 0; at < normals.length; at += 3) normalise(normals, at);
  const smooth = { ...mesh, normals, opening, creases: creases ?? new Uint32Array() };
  const isSharp = creases ? creases.length > 0 : markSharp(mesh.indices, faces, normals, sharp);
  return isSharp ? { ...smooth, ...splitCreases(smooth, faces, sharp) } : smooth;
}

/**
 * Adds the normal of each triangle, twice its area in length, to its three vertices, and returns the sum that shows the
 * opening. `kept` receives the normals themselves: of all triangles, or of those with a sharp vertex.
 */
function addFaces(
  { positions, indices }: IndexedMesh,
  normals: Float32Array,
  kept?: { faces: Float32Array; sharp?: Uint8Array },
): [number, number, number] {
  let [sumX, sumY, sumZ, area] = [0, 0, 0, 0];
  for (let i = 0; i < indices.length; i += 3) {
    const a = indices[i] * 3;
    const b = indices[i + 1] * 3;
    const c = indices[i + 2] * 3;
    const ax = positions[a];
    const ay = positions[a + 1];
    const az = positions[a + 2];
    const ux = positions[b] - ax;
    const uy = positions[b + 1] - ay;
    const uz = positions[b + 2] - az;
    const vx = positions[c] - ax;
    const vy = positions[c + 1] - ay;
    const vz = positions[c + 2] - az;
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    sumX += x;
    sumY += y;
    sumZ += z;
    area += Math.sqrt(x * x + y * y + z * z);
    if (kept && (!kept.sharp || kept.sharp[a / 3] || kept.sharp[b / 3] || kept.sharp[c / 3])) {
      kept.faces[i] = x;
      kept.faces[i + 1] = y;
      kept.faces[i + 2] = z;
    }
    normals[a] = normals[a] + x;
    normals[a + 1] = normals[a + 1] + y;
    normals[a + 2] = normals[a + 2] + z;
    normals[b] = normals[b] + x;
    normals[b + 1] = normals[b + 1] + y;
    normals[b + 2] = normals[b + 2] + z;
    normals[c] = normals[c] + x;
    normals[c + 1] = normals[c + 1] + y;
    normals[c + 2] = normals[c + 2] + z;
  }
  return area > 0 ? [sumX / area, sumY / area, sumZ / area] : [0, 0, 0];
}

/** Marks vertices with diverging faces with 1; returns whether there are any. */
function markSharp(
  indices: Uint32Array,
  faces: Float32Array,
  normals: Float32Array,
  marks: Uint8Array,
): boolean {
  let isSharp = false;
  for (let i = 0; i < indices.length; i += 3) {
    const x = faces[i];
    const y = faces[i + 1];
    const z = faces[i + 2];
    const calm = calmCosine * Math.sqrt(x * x + y * y + z * z);
    for (let corner = i; corner < i + 3; corner++) {
      const vertex = indices[corner];
      const at = vertex * 3;
      // Degenerate triangles have no normal; treat them as smooth.
      const towards = x * normals[at] + y * normals[at + 1] + z * normals[at + 2];
      if (towards < calm) {
        marks[vertex] = 1;
        isSharp = true;
      }
    }
  }
  return isSharp;
}
