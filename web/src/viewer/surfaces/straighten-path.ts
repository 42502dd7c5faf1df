import { bendsOf, type FlatStrip, layFlat, pathOf } from './funnel.ts';
import type { Patch } from './patch.ts';
import type { Triple } from './places.ts';
import { type Fan, fanAround, type Strip, withoutReturns } from './strip.ts';

/** Paths of 5 to 15 mm on a scan of 447,000 triangles took 82 at most, and 21 on average. */
const maxRounds = 2000;
/** Smaller differences, in parts of the length or in radians or millimetres, are rounding errors. */
const rounding = 1e-12;
const tiny = 1e-9;

/** A path and the faces that it crosses. */
interface SurfacePath {
  points: Triple[];
  faces: readonly number[];
}

/** The shortest path within a strip. */
interface StripPath {
  strip: Strip;
  flat: FlatStrip;
  bends: number[];
  length: number;
}

/** Another way for a strip: the fan instead of what is between two of its faces. */
interface Detour {
  vertex: number;
  /** The first and the last of the edges replaced. */
  first: number;
  last: number;
  fan: Fan;
}

/**
 * A locally shortest path: within the strip by the funnel algorithm, and where that bends at a vertex that can be
 * passed at an angle below 180 degrees on its other side, the strip is led around it.
 */
export function straightenPath(patch: Patch, strip: Strip): SurfacePath {
  if (strip.edges.length === 0) return within(strip);
  let best = tighten(patch, strip);
  const useless = new Set<number>();
  let most = Number.POSITIVE_INFINITY;
  for (let round = 0; round < maxRounds; round++) {
    const detours = detoursOf(patch, best, useless, most);
    const [only] = detours;
    if (!only) break;
    const changed = withDetours(best.strip, detours);
    if (changed.edges.length === 0) return within(changed);
    const next = tighten(patch, changed);
    if (next.length < best.length * (1 - rounding)) {
      best = next;
      most = Number.POSITIVE_INFINITY;
      useless.clear();
    } else if (detours.length > 1) most = 1;
    else useless.add(only.vertex);
  }
  return { points: pathOf(patch, best.strip, best.flat, best.bends), faces: best.strip.faces };
}

const within = ({ from, to, faces }: Strip): SurfacePath => ({ points: [from, to], faces });

function tighten(patch: Patch, strip: Strip): StripPath {
  const flat = layFlat(patch, strip);
  const bends = bendsOf(flat);
  const { x, y } = flat;
  let length = 0;
  let from = x.length - 2;
  for (const to of [...bends, x.length - 1]) {
    length += Math.hypot(x[to] - x[from], y[to] - y[from]);
    from = to;
  }
  return { strip, flat, bends, length };
}

/** Ways around the bends that shorten a path, from its end to its start and apart from each other. */
function detoursOf(patch: Patch, tight: StripPath, useless: ReadonlySet<number>, most: number): Detour[] {
  const { strip, flat, bends } = tight;
  const { x, y, vertices, lefts, rights, first, last } = flat;
  const detours: Detour[] = [];
  let free = strip.edges.length;
  for (let at = bends.length - 1; at >= 0 && detours.length < most; at--) {
    const bend = bends[at];
    const [from, to] = [bends[at - 1] ?? x.length - 2, bends[at + 1] ?? x.length - 1];
    const [begin, end, vertex] = [first[bend], last[bend], vertices[bend]] as [number, number, number];
    if (end + 1 > free || useless.has(vertex)) continue;
    const off = (corner: number) => Math.hypot(x[corner] - x[bend], y[corner] - y[bend]);
    if (off(from) < tiny || off(to) < tiny) continue;
    const side = lefts[begin] === bend ? lefts : rights;
    const before = begin === 0 ? 0 : side[begin - 1];
    const ends = angleBetween(flat, bend, from, before) + angleBetween(flat, bend, to, end + 3);
    const [a, b] = [strip.faces[begin], strip.faces[end + 1]];
    if (a !== b && ends > Math.PI - tiny) continue;
    const fan = fanAround(patch, vertex, a, b, strip.edges.slice(begin, end + 1));
    if (!fan || (a !== b && ends + fan.angle > Math.PI - tiny)) continue;
    detours.push({ vertex, first: begin, last: end, fan });
    free = begin;
  }
  return detours;
}

function withDetours({ from, to, faces, edges }: Strip, detours: readonly Detour[]): Strip {
  const [newFaces, newEdges] = [[...faces], [...edges]];
  for (const { first, last, fan } of detours) {
    newEdges.splice(first, last - first + 1, ...fan.edges);
    // Without edges, both ends are the same face.
    newFaces.splice(first + 1, last - first + (fan.edges.length === 0 ? 1 : 0), ...fan.faces);
  }
  return withoutReturns({ from, to, faces: newFaces, edges: newEdges });
}

function angleBetween({ x, y }: FlatStrip, at: number, a: number, b: number): number {
  const [ax, ay, bx, by] = [x[a] - x[at], y[a] - y[at], x[b] - x[at], y[b] - y[at]];
  return Math.atan2(Math.abs(ax * by - ay * bx), ax * bx + ay * by);
}
