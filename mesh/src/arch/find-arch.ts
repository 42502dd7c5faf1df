import { type ArchSide, archSide } from './arch-side.ts';
import { isHorseshoe } from './horseshoe.ts';
import { principalAxes } from './principal-axes.ts';
import type { SurfacePoints } from './surface-points.ts';
import { dot, scale, type Vector } from './vectors.ts';

/** A complete dental arch. Unit vectors in the frame of the mesh. */
export interface Arch {
  /** Direction in which the teeth bite: down for an upper jaw, up for a lower one. */
  bite: Vector;
  front: Vector;
  /** Whether the evidence for this bite side is sufficient. */
  isBiteSure: boolean;
  /** Whether nothing contradicts the opposite bite side. */
  isEitherWay: boolean;
}

/** Finds a complete dental arch in the points of a surface, in any orientation; undefined if there is none. */
export function findArch(points: SurfacePoints): Arch | undefined {
  if (points.count < fewest) return undefined;
  const { mean, thinnest } = principalAxes(points);
  const one = archSide(points, mean, thinnest);
  const other = archSide(points, mean, scale(thinnest, -1));
  const found = [
    { side: one, speaks: forBite(points, one, other) },
    { side: other, speaks: forBite(points, other, one) },
  ].filter(({ side }) => side && isHorseshoe(side.horseshoe));
  const sure = found.filter(({ speaks }) => speaks === 'for');
  const { side } = sure[0] ?? found.find(({ speaks }) => speaks === 'nothing') ?? {};
  if (!side) return undefined;
  const isEitherWay = sure.length !== 1 && forBite(points, side === one ? other : one, side) !== 'against';
  return { bite: side.plane.seen.axis, front: side.front, isBiteSure: sure.length === 1, isEitherWay };
}

type Speaks = 'for' | 'against' | 'nothing';

/** Evidence for one side being the bite side. Independent cues must agree. */
function forBite(
  { opening }: SurfacePoints,
  side: ArchSide | undefined,
  other: ArchSide | undefined,
): Speaks {
  // No natural surface in a mouth is as flat as the base of a model.
  if (!side || side.plane.unevenness < flat) return 'against';
  const turned = side.outward > 0.15 ? 1 : side.outward < -0.15 ? -1 : 0;
  if (!other || turned === 0) return 'nothing';
  const open = dot(opening, side.plane.seen.axis) * turned;
  return Math.abs(open) > 0.1 ? ofOpen(side, other, open, turned) : ofClosed(side, other);
}

/** Intraoral scans see teeth from the bite side and are open on the other side. */
function ofOpen(side: ArchSide, other: ArchSide, open: number, turned: number): Speaks {
  const upward = side.upward * turned;
  if (open < 0 || upward < 0.1) return 'against';
  const agreeing = [
    open > 0.15,
    upward > 0.35 && other.upward * turned < 0.2,
    side.tables > 300 && side.tables > 1.3 * other.tables,
    !isHorseshoe(other.horseshoe),
  ].filter(Boolean);
  return agreeing.length >= 3 ? 'for' : 'nothing';
}

/** For crowns, teeth with roots or a model with a base: the bite side is rough, level and thin in front. */
function ofClosed(side: ArchSide, other: ArchSide): Speaks {
  const cues = [
    other.tables > 300 ? side.relief / Math.max(0.01, other.relief) : clear,
    isHorseshoe(other.horseshoe) ? side.horseshoe.taper / Math.max(0.01, other.horseshoe.taper) : clear,
    other.plane.unevenness < flat ? clear : other.plane.unevenness / side.plane.unevenness,
  ].map((cue) => Math.min(2, cue));
  const isAgreed = cues.every((cue) => cue > 0.95) && cues.reduce((a, b) => a * b) > 2;
  return side.relief > 0.14 && isAgreed ? 'for' : 'nothing';
}

/** Minimum number of points for dense cells of 1 mm. */
const fewest = 10_000;
/** Unevenness of tips below which a side is a flat base, mm. */
const flat = 0.15;
/** Weight of a cue for one side if the other has no value to compare. */
const clear = 1.5;
