import { type ArchSide, archSide } from './arch-side.ts';
import { isHorseshoe } from './horseshoe.ts';
import { principalAxes } from './principal-axes.ts';
import type { SurfacePoints } from './surface-points.ts';
import { dot, scale, type Vector } from './vectors.ts';

/** A complete dental arch. Unit vectors in the frame of the mesh. */
export interface Arch {
  /** Where the teeth bite: down for an upper jaw, up for a lower one. */
  bite: Vector;
  front: Vector;
  /** Whether enough speaks for the bite being on this side. */
  isBiteSure: boolean;
  /** Whether nothing speaks against the bite being on the other side. */
  isEitherWay: boolean;
}

/** The arch that points of a surface show, whichever way it is turned; undefined for all that is no complete arch. */
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

/** What the shape says about one side being the one that bites. Cues that do not depend on each other must agree. */
function forBite(
  { opening }: SurfacePoints,
  side: ArchSide | undefined,
  other: ArchSide | undefined,
): Speaks {
  // Nothing in a mouth is as flat as the base of a model.
  if (!side || side.plane.unevenness < flat) return 'against';
  const turned = side.outward > 0.15 ? 1 : side.outward < -0.15 ? -1 : 0;
  if (!other || turned === 0) return 'nothing';
  const open = dot(opening, side.plane.seen.axis) * turned;
  return Math.abs(open) > 0.1 ? ofOpen(side, other, open, turned) : ofClosed(side, other);
}

/** A scanner sees teeth from where they bite, and what it sees is open on the other side. */
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

/** Crowns alone, teeth with roots or a model with a base: where they bite they are rough, level and thin in front. */
function ofClosed(side: ArchSide, other: ArchSide): Speaks {
  const cues = [
    other.tables > 300 ? side.relief / Math.max(0.01, other.relief) : clear,
    isHorseshoe(other.horseshoe) ? side.horseshoe.taper / Math.max(0.01, other.horseshoe.taper) : clear,
    other.plane.unevenness < flat ? clear : other.plane.unevenness / side.plane.unevenness,
  ].map((cue) => Math.min(2, cue));
  const isAgreed = cues.every((cue) => cue > 0.95) && cues.reduce((a, b) => a * b) > 2;
  return side.relief > 0.14 && isAgreed ? 'for' : 'nothing';
}

/** Points that make cells of 1 mm dense enough. */
const fewest = 10_000;
/** Unevenness of tips, mm. */
const flat = 0.15;
/** Weight of a cue that speaks for one side where the other one has nothing to compare. */
const clear = 1.5;
