import { boundsOf, type Mesh } from './mesh.ts';

/** Removes vertices without triangles: distant points and lines would enlarge the bounding box of the surface. */
export function dropUnreferencedVertices(mesh: Mesh): Mesh {
  const { positions, indices, colors, triangles } = mesh;
  if (!indices || triangles === 0) return mesh;
  const places = new Uint32Array(positions.length / 3);
  for (const vertex of indices) places[vertex] = 1;
  let kept = 0;
  // One-based, so that 0 means unused.
  for (let vertex = 0; vertex < places.length; vertex++) if (places[vertex] === 1) places[vertex] = ++kept;
  if (kept === places.length) return mesh;
  const out = new Float32Array(kept * 3);
  const outColors = colors && new Uint8Array(kept * 3);
  for (let vertex = 0; vertex < places.length; vertex++) {
    const to = (places[vertex] - 1) * 3;
    if (to < 0) continue;
    out.set(positions.subarray(vertex * 3, vertex * 3 + 3), to);
    if (colors) outColors?.set(colors.subarray(vertex * 3, vertex * 3 + 3), to);
  }
  for (let i = 0; i < indices.length; i++) indices[i] = places[indices[i]] - 1;
  return { ...mesh, positions: out, bounds: boundsOf(out), ...(outColors ? { colors: outColors } : {}) };
}
