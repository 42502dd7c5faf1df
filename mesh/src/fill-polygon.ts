import type { GrowableIndices } from './growable-array.ts';

/** Longer polygons, and those beyond a file's budget of steps, are filled as fans from their first corner. */
export const longestPolygon = 4096;

/** Budget of ear-clipping steps per file: a few tenths of a second. */
const maxSteps = 60_000_000;

/** Triangulates polygons, including concave ones; all triangles have the polygon's orientation. */
export class PolygonFiller {
  #steps = maxSteps;

  /** Appends `corners.length - 2` triangles to `out`. `positions` may lack vertices that were not read yet. */
  fill(corners: readonly number[], positions: Float32Array, vertices: number, out: GrowableIndices): void {
    const isKnown = corners.length > 3 && corners.every((vertex) => vertex < vertices);
    const flat = isKnown ? flattened(corners, positions) : undefined;
    const ears = flat && hasBay(flat) ? this.#clip(flat) : undefined;
    if (!ears) {
      fan(corners, out);
      return;
    }
    for (let i = 0; i < ears.length; i += 3) {
      const [a, b, c] = [ears[i], ears[i + 1], ears[i + 2]];
      out.push3(corners[a], corners[b], corners[c]);
    }
  }

  /** Ear clipping; undefined if it does not terminate. */
  #clip(flat: Flat): number[] | undefined {
    const left = Array.from({ length: flat.length / 2 }, (_, corner) => corner);
    const ears: number[] = [];
    let at = 0;
    let missed = 0;
    while (left.length > 3) {
      if (missed === left.length || this.#steps <= 0) return undefined;
      const size = left.length;
      const [a, b, c] = [(at + size - 1) % size, at % size, (at + 1) % size].map((i) => left[i]);
      this.#steps -= size;
      if (turn(flat, a, b, c) <= 0 || left.some((other) => isInside(flat, a, b, c, other))) {
        at = (at + 1) % size;
        missed++;
        continue;
      }
      ears.push(a, b, c);
      left.splice(at % size, 1);
      at = at % left.length;
      missed = 0;
    }
    return [...ears, ...left];
  }
}

/** x and y of each corner, projected so that the polygon is counter-clockwise. */
type Flat = Float64Array;

function fan(corners: readonly number[], out: GrowableIndices): void {
  for (let i = 2; i < corners.length; i++) out.push3(corners[0], corners[i - 1], corners[i]);
}

/** Projects along the polygon's dominant axis; undefined if it has no area. */
function flattened(corners: readonly number[], positions: Float32Array): Flat | undefined {
  const [ox, oy, oz] = [0, 1, 2].map((axis) => positions[corners[0] * 3 + axis]);
  let [nx, ny, nz] = [0, 0, 0];
  for (let i = 1; i + 1 < corners.length; i++) {
    const b = corners[i] * 3;
    const c = corners[i + 1] * 3;
    const [ux, uy, uz] = [at(positions, b) - ox, at(positions, b + 1) - oy, at(positions, b + 2) - oz];
    const [vx, vy, vz] = [at(positions, c) - ox, at(positions, c + 1) - oy, at(positions, c + 2) - oz];
    nx += uy * vz - uz * vy;
    ny += uz * vx - ux * vz;
    nz += ux * vy - uy * vx;
  }
  const [ax, ay, az] = [Math.abs(nx), Math.abs(ny), Math.abs(nz)];
  const most = Math.max(ax, ay, az);
  if (!(most > 0)) return undefined;
  const [first, second, facing] = az === most ? [0, 1, nz] : ay === most ? [2, 0, ny] : [1, 2, nx];
  const flat = new Float64Array(corners.length * 2);
  corners.forEach((vertex, i) => {
    flat[i * 2] = at(positions, vertex * 3 + first);
    flat[i * 2 + 1] = at(positions, vertex * 3 + second) * (facing > 0 ? 1 : -1);
  });
  return flat;
}

const at = (values: Float32Array, place: number): number => values[place];

/** Twice the signed area of a triangle, negative if clockwise. */
function turn(flat: Flat, a: number, b: number, c: number): number {
  const [ax, ay] = [flat[a * 2], flat[a * 2 + 1]];
  const [bx, by] = [flat[b * 2], flat[b * 2 + 1]];
  return (bx - ax) * (flat[c * 2 + 1] - ay) - (by - ay) * (flat[c * 2] - ax);
}

/** Whether the polygon is concave. */
function hasBay(flat: Flat): boolean {
  const count = flat.length / 2;
  for (let i = 0; i < count; i++) if (turn(flat, i, (i + 1) % count, (i + 2) % count) < 0) return true;
  return false;
}

/** Whether a vertex is inside a triangle or on its edge, ignoring vertices at the position of one of its corners. */
function isInside(flat: Flat, a: number, b: number, c: number, other: number): boolean {
  if (isSame(flat, a, other) || isSame(flat, b, other) || isSame(flat, c, other)) return false;
  return turn(flat, a, b, other) >= 0 && turn(flat, b, c, other) >= 0 && turn(flat, c, a, other) >= 0;
}

const isSame = (flat: Flat, a: number, b: number): boolean =>
  flat[a * 2] === flat[b * 2] && flat[a * 2 + 1] === flat[b * 2 + 1];
