import type { IndexedMesh } from './weld.ts';

type Triple = [number, number, number];

/**
 * Mean number of neighbours per corner above which the encoder's ordering takes quadratic time. Scans have about six.
 */
const CROWD = 200;

/** Whether so many triangles share vertices that adjacency algorithms would not end in time. */
export function isCrowded({ positions }: IndexedMesh, corners: Uint32Array): boolean {
  const trianglesAt = new Uint32Array(positions.length / 3);
  for (const vertex of corners) trianglesAt[vertex] += 1;
  const squares = trianglesAt.reduce((sum, count) => sum + count * count, 0);
  return squares > corners.length * CROWD;
}

/** Moves the three values of each vertex to its place in an array of `count`; a vertex without a place is dropped. */
export function reordered<A extends Float32Array | Uint8Array>(
  values: A,
  places: Uint32Array,
  count: number,
): A {
  const out = new (values.constructor as new (length: number) => A)(count * 3);
  for (let i = 0; i < places.length; i++) {
    const place = places[i];
    if (place === 0xffffffff) continue;
    for (let axis = 0; axis < 3; axis++) out[place * 3 + axis] = values[i * 3 + axis];
  }
  return out;
}

/** Positions as multiples of `step` from `origin`, four values per vertex, with their smallest and largest. */
export function onGridOf(positions: Float32Array, origin: Triple, step: number) {
  const count = positions.length / 3;
  const grid = new Uint16Array(count * 4);
  const min = [65535, 65535, 65535];
  const max = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    for (let axis = 0; axis < 3; axis++) {
      const value = Math.round((positions[i * 3 + axis] - origin[axis]) / step);
      grid[i * 4 + axis] = value;
      if (value < min[axis]) min[axis] = value;
      if (value > max[axis]) max[axis] = value;
    }
  }
  return { grid, min, max };
}

/** Positions as seen from `origin`. */
export const relativeTo = (positions: Float32Array, origin: Triple): Float32Array =>
  positions.map((value, i) => value - origin[i % 3]);
