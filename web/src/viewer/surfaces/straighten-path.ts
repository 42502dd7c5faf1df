import type { Patch } from './patch.ts';
import type { Triple } from './places.ts';
import type { Crossing } from './shortest-walk.ts';

export interface Way {
  length: number;
  points: Triple[];
}

const sweeps = 120;

/**
 * Shortens a path: each crossing slides along its edge until the path is straight across the two unfolded faces.
 * Crossings at vertices stay.
 */
export function straightenPath(patch: Patch, from: Triple, to: Triple, walk: readonly Crossing[]): Way {
  const rails = walk.map((crossing) => railOf(patch, crossing));
  const points: Triple[] = [from, ...rails.map(({ start }) => start), to];
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const isBack = sweep % 2 === 1;
    for (let step = 0; step < rails.length; step++) {
      const at = isBack ? rails.length - 1 - step : step;
      const rail = rails[at] as Rail;
      if (rail.length > 0) points[at + 1] = slide(rail, points[at] as Triple, points[at + 2] as Triple);
    }
  }
  return wayOf(points);
}

export function wayOf(points: Triple[]): Way {
  let length = 0;
  for (let i = 1; i < points.length; i++) length += apart(points[i - 1] as Triple, points[i] as Triple);
  return { length, points };
}

/** The edge that a crossing slides on. */
interface Rail {
  /** Initial position of the crossing. */
  start: Triple;
  origin: Triple;
  direction: Triple;
  /** 0 if the crossing must stay. */
  length: number;
}

function railOf({ positions, ends }: Patch, { edge, share }: Crossing): Rail {
  const origin = at(positions, ends[edge * 2]);
  const end = at(positions, ends[edge * 2 + 1]);
  const length = apart(origin, end);
  const isFree = share > 0 && share < 1 && length > 0;
  const along = (axis: 0 | 1 | 2) => end[axis] - origin[axis];
  return {
    start: [origin[0] + share * along(0), origin[1] + share * along(1), origin[2] + share * along(2)],
    origin,
    direction: isFree ? [along(0) / length, along(1) / length, along(2) / length] : [0, 0, 0],
    length: isFree ? length : 0,
  };
}

function slide({ origin, direction, length }: Rail, before: Triple, after: Triple): Triple {
  const [from, fromOff] = laidFlat(origin, direction, before);
  const [to, toOff] = laidFlat(origin, direction, after);
  const off = fromOff + toOff;
  const straight = off > 0 ? (from * toOff + to * fromOff) / off : from;
  const by = Math.min(length, Math.max(0, straight));
  return [origin[0] + by * direction[0], origin[1] + by * direction[1], origin[2] + by * direction[2]];
}

/** The position of a point along a line, and its distance from the line. */
function laidFlat(origin: Triple, direction: Triple, point: Triple): [along: number, off: number] {
  const [x, y, z] = [point[0] - origin[0], point[1] - origin[1], point[2] - origin[2]];
  const along = x * direction[0] + y * direction[1] + z * direction[2];
  return [along, Math.sqrt(Math.max(0, x * x + y * y + z * z - along * along))];
}

function at(positions: Float64Array, vertex: number): Triple {
  const from = vertex * 3;
  return [positions[from], positions[from + 1], positions[from + 2]];
}

function apart(a: Triple, b: Triple): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
