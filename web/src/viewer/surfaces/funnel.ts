import type { Patch } from './patch.ts';
import type { Triple } from './places.ts';
import { type Strip, vertexAt } from './strip.ts';

/** Smaller lengths, in millimetres, are rounding errors. */
const tiny = 1e-9;

/**
 * A strip laid flat. Its corners are numbered along the strip, and a vertex that it comes back to has a number each
 * time. The last two numbers are its start and its end.
 */
export interface FlatStrip {
  x: Float64Array;
  y: Float64Array;
  /** The vertex of each corner. */
  vertices: Int32Array;
  /** For each edge crossed, its corner at the left and at the right. */
  lefts: Int32Array;
  rights: Int32Array;
  /** The first and the last edge crossed at each corner. */
  first: Int32Array;
  last: Int32Array;
}

/** Lays the faces of a strip side by side in a plane. The third corner of the face after edge `i` is number `i + 3`. */
export function layFlat(patch: Patch, { from, to, faces, edges }: Strip): FlatStrip {
  const count = edges.length;
  const [x, y] = [new Float64Array(count + 5), new Float64Array(count + 5)];
  const vertices = new Int32Array(count + 3);
  const [lefts, rights] = [new Int32Array(count), new Int32Array(count)];
  const [first, last] = [new Int32Array(count + 3), new Int32Array(count + 3)];
  const { ends, positions } = patch;
  /** Places a point of the face at one side of the edge between two placed corners. */
  function place(slot: number, point: Triple, face: number, left: number, right: number, side: 1 | -1): void {
    const [l, r] = [vertices[left], vertices[right]];
    const third = thirdOf(patch, face, l, r) * 3;
    const at = r * 3;
    const [ox, oy, oz] = [positions[at], positions[at + 1], positions[at + 2]];
    let [ux, uy, uz] = [positions[l * 3] - ox, positions[l * 3 + 1] - oy, positions[l * 3 + 2] - oz];
    const length = Math.sqrt(ux * ux + uy * uy + uz * uz) || 1;
    ux /= length;
    uy /= length;
    uz /= length;
    let [vx, vy, vz] = [positions[third] - ox, positions[third + 1] - oy, positions[third + 2] - oz];
    const along = vx * ux + vy * uy + vz * uz;
    vx -= along * ux;
    vy -= along * uy;
    vz -= along * uz;
    const height = Math.sqrt(vx * vx + vy * vy + vz * vz) || 1;
    const [px, py, pz] = [point[0] - ox, point[1] - oy, point[2] - oz];
    const forward = px * ux + py * uy + pz * uz;
    // A point of an edge is not beyond it by a rounding error.
    const away = side * Math.max(0, (px * vx + py * vy + pz * vz) / height);
    const [dx, dy] = [(x[left] - x[right]) / length, (y[left] - y[right]) / length];
    x[slot] = x[right] + forward * dx + away * dy;
    y[slot] = y[right] + forward * dy - away * dx;
  }

  const edge = edges[0];
  const start = faces[0];
  vertices[1] = ends[edge * 2];
  vertices[2] = ends[edge * 2 + 1];
  vertices[0] = thirdOf(patch, start, vertices[1], vertices[2]);
  y[2] = distance(vertexAt(patch, vertices[1]), vertexAt(patch, vertices[2]));
  place(0, vertexAt(patch, vertices[0]), start, 2, 1, -1);
  place(count + 3, from, start, 2, 1, -1);
  let [left, right] = [2, 1];
  for (let at = 0; ; at++) {
    lefts[at] = left;
    rights[at] = right;
    last[left] = at;
    last[right] = at;
    const face = faces[at + 1];
    const slot = at + 3;
    const vertex = thirdOf(patch, face, vertices[left], vertices[right]);
    vertices[slot] = vertex;
    first[slot] = at + 1;
    place(slot, vertexAt(patch, vertex), face, left, right, 1);
    if (at === count - 1) {
      place(count + 4, to, face, left, right, 1);
      return { x, y, vertices, lefts, rights, first, last };
    }
    const next = edges[at + 1];
    if (ends[next * 2] === vertices[right] || ends[next * 2 + 1] === vertices[right]) left = slot;
    else right = slot;
  }
}

/** The corners at which the shortest path within a flat strip bends, in order (funnel algorithm). */
export function bendsOf({ x, y, lefts, rights, last }: FlatStrip): number[] {
  const [start, end] = [x.length - 2, x.length - 1];
  /** Positive if `c` is to the left of the line from `a` to `b`. */
  const turn = (a: number, b: number, c: number): number =>
    (x[b] - x[a]) * (y[c] - y[a]) - (x[c] - x[a]) * (y[b] - y[a]);
  const bends: number[] = [];
  function bendAfter(apex: number, from: number): number {
    if (from === lefts.length) return end;
    let [left, right] = [lefts[from], rights[from]];
    for (let at = from + 1; at < lefts.length; at++) {
      const [nextLeft, nextRight] = [lefts[at], rights[at]];
      if (nextRight !== right && turn(apex, right, nextRight) >= 0) {
        if (turn(apex, left, nextRight) >= 0) return left;
        right = nextRight;
      }
      if (nextLeft !== left && turn(apex, left, nextLeft) <= 0) {
        if (turn(apex, right, nextLeft) <= 0) return right;
        left = nextLeft;
      }
    }
    /** How far the end is beyond the line to a corner; an end on that line is not beyond it by a rounding error. */
    const beyond = (c: number) => turn(apex, c, end) / (Math.hypot(x[c] - x[apex], y[c] - y[apex]) || 1);
    if (beyond(right) < -tiny) return right;
    return beyond(left) > tiny ? left : end;
  }
  for (let apex = start, at = 0; ; ) {
    apex = bendAfter(apex, at);
    if (apex === end) return bends;
    bends.push(apex);
    at = last[apex] + 1;
  }
}

/** Where a path with these bends crosses each edge of its strip, as points of the surface. */
export function pathOf(
  patch: Patch,
  { from, to }: Strip,
  flat: FlatStrip,
  bends: readonly number[],
): Triple[] {
  const { x, y, vertices, lefts, rights, last } = flat;
  const points: Triple[] = [from];
  let a = x.length - 2;
  for (let at = 0, bend = 0; at < lefts.length; at++) {
    const b = bends[bend] ?? x.length - 1;
    const [left, right] = [lefts[at], rights[at]];
    if (left === b || right === b) {
      points.push(vertexAt(patch, vertices[b]));
      at = last[b];
      a = b;
      bend++;
      continue;
    }
    const off = (c: number) => (x[b] - x[a]) * (y[c] - y[a]) - (x[c] - x[a]) * (y[b] - y[a]);
    const [l, r] = [off(left), off(right)];
    const [ex, ey] = [x[left] - x[right], y[left] - y[right]];
    const square = ex * ex + ey * ey || 1;
    const beside = (c: number) => ((x[c] - x[right]) * ex + (y[c] - y[right]) * ey) / square;
    const [near, far] = [beside(a), beside(b)];
    // Where the path runs along the edge, both corners are on its line but for rounding errors.
    const runsAlong = Math.max(Math.abs(l), Math.abs(r)) <= tiny * Math.hypot(x[b] - x[a], y[b] - y[a]);
    const crossing = runsAlong ? near : clamp(r / (r - l), Math.min(near, far), Math.max(near, far));
    const share = clamp(crossing, 0, 1);
    const [p, q] = [vertexAt(patch, vertices[right]), vertexAt(patch, vertices[left])];
    points.push([p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1]), p[2] + share * (q[2] - p[2])]);
  }
  points.push(to);
  return points;
}

/** The corner of a face besides two others. */
function thirdOf({ corners }: Patch, face: number, a: number, b: number): number {
  return corners[face * 3] + corners[face * 3 + 1] + corners[face * 3 + 2] - a - b;
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

export function distance(a: Triple, b: Triple): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
