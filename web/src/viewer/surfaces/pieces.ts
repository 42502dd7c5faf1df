import { IdTable } from './id-table.ts';
import type { Surface } from './surface.ts';

/** Which piece of a scan each of its triangles belongs to; those that share a vertex are of one piece. */
export function piecesOf(surface: Surface): (triangle: number) => number {
  const index = surface.geometry.index?.array as Uint32Array;
  let above = known.get(surface);
  if (!above) {
    above = joined(surface, index);
    known.set(surface, above);
  }
  const roots = above;
  return (triangle) => rootOf(roots, index[triangle * 3] as number);
}

/** Goes with the surface. */
const known = new WeakMap<Surface, Uint32Array>();

function joined({ geometry }: Surface, index: Uint32Array): Uint32Array {
  const positions = geometry.getAttribute('position').array as Float32Array;
  const count = positions.length / 3;
  const above = new Uint32Array(count);
  const ids = new IdTable(count);
  const firstOf: number[] = [];
  for (let vertex = 0; vertex < count; vertex++) {
    const at = vertex * 3;
    const id = ids.idOf(positions[at] as number, positions[at + 1] as number, positions[at + 2] as number);
    // Vertices in the same place are one.
    firstOf[id] ??= vertex;
    above[vertex] = firstOf[id] as number;
  }
  for (let at = 0; at < index.length; at += 3) {
    const root = rootOf(above, index[at] as number);
    above[rootOf(above, index[at + 1] as number)] = root;
    above[rootOf(above, index[at + 2] as number)] = root;
  }
  return above;
}

function rootOf(above: Uint32Array, vertex: number): number {
  let root = vertex;
  while (above[root] !== root) root = above[root] as number;
  for (let at = vertex; at !== root; ) {
    const next = above[at] as number;
    above[at] = root;
    at = next;
  }
  return root;
}
