import type { Footprint } from './footprint.ts';
import { quantile } from './projection.ts';

/** Measurements that tell a dental arch from other footprints. Angles in degrees, lengths in mm; see `isHorseshoe`. */
export interface Horseshoe {
  /** Direction from the middle to the front, in the plane of the footprint; radians. */
  front: number;
  /** The largest and the second largest angle at the middle without any part of the arch. */
  gap: number;
  nextGap: number;
  /** Angle between the back according to the symmetry and the middle of the largest gap. */
  gapOff: number;
  /** Mean distance between the arch and its mirror image, for the best axis and the best axis elsewhere. */
  asymmetry: number;
  nextAsymmetry: number;
  /** How much thicker the arch is at its sides than in front, at the incisors, as half widths. */
  taper: number;
  /** Angle between the front according to the symmetry and the direction in which the arch is thinnest. */
  taperOff: number;
  /** From the front to the ends, and across. */
  depth: number;
  width: number;
  /** How much further back one end is than the other. */
  legs: number;
}

const sectors = 72;
const degree = Math.PI / 180;

export function horseshoeOf(print: Footprint): Horseshoe {
  const { thickness, isThere } = bySector(print);
  const [back, gap, nextGap] = largestGap(isThere);
  const axes = symmetryAxes(print);
  const best = axes.reduce((a, b) => (b.asymmetry < a.asymmetry ? b : a));
  const front = Math.cos(best.angle - back) > 0 ? best.angle + Math.PI : best.angle;
  const elsewhere = axes.filter(
    ({ angle }) => Math.abs(Math.cos(angle - best.angle)) < Math.cos(25 * degree),
  );
  const [thinnest, taper] = mostTapered(thickness, isThere);
  return {
    front,
    gap,
    nextGap,
    gapOff: turnBetween(front + Math.PI, back),
    asymmetry: best.asymmetry,
    nextAsymmetry: Math.min(...elsewhere.map(({ asymmetry }) => asymmetry)),
    taper,
    taperOff: turnBetween(front, thinnest),
    ...extents(print, front, best.angle, best.offset),
  };
}

/** Limits for complete arches of all ages; all of them must be met. */
export function isHorseshoe(found: Horseshoe): boolean {
  return (
    found.gap >= 45 &&
    found.gap <= 118 &&
    found.gap - found.nextGap >= 20 &&
    found.gapOff <= 20 &&
    found.asymmetry <= 0.55 &&
    found.nextAsymmetry - found.asymmetry >= 0.6 &&
    found.taper >= 0.5 &&
    found.taperOff <= 20 &&
    found.depth >= 28 &&
    found.depth <= 70 &&
    // Without the back teeth of one side an arch has another mirror axis, along which it is shallow.
    found.depth >= 0.56 * found.width &&
    found.width >= 38 &&
    found.width <= 90 &&
    found.legs <= 8
  );
}

function bySector({ cells }: Footprint): { thickness: Float64Array; isThere: boolean[] } {
  const thickness = new Float64Array(sectors);
  const count = new Float64Array(sectors);
  for (const { x, y, inside } of cells) {
    const sector = sectorOf(Math.atan2(y, x));
    count[sector] = count[sector] + 1;
    thickness[sector] = Math.max(thickness[sector], inside);
  }
  return { thickness, isThere: Array.from(count, (own) => own >= 2) };
}

const sectorOf = (angle: number): number =>
  ((Math.floor((angle / (2 * Math.PI)) * sectors) % sectors) + sectors) % sectors;

/** Direction of the middle of the largest gap, its width, and the width of the next one. */
function largestGap(isThere: readonly boolean[]): [middle: number, width: number, next: number] {
  const gaps: { start: number; width: number }[] = [];
  for (let start = 0; start < sectors; start++) {
    if (isThere[start] || !isThere[(start + sectors - 1) % sectors]) continue;
    let width = 0;
    while (!isThere[(start + width) % sectors]) width++;
    gaps.push({ start, width });
  }
  gaps.sort((a, b) => b.width - a.width);
  const [first, second] = gaps;
  if (!first) return [0, 0, 0];
  const each = 360 / sectors;
  return [(first.start + first.width / 2) * each * degree, first.width * each, (second?.width ?? 0) * each];
}

interface Axis {
  angle: number;
  /** Offset of the axis from the middle, to its left. */
  offset: number;
  asymmetry: number;
}

/** How well each line near the middle mirrors the footprint onto itself; distances are capped at 5 mm. */
function symmetryAxes({ cells, distance }: Footprint): Axis[] {
  const most = 5;
  const asymmetryOf = (angle: number, offset: number): number => {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    let sum = 0;
    for (const { x, y } of cells) {
      const along = x * c + y * s;
      const beside = 2 * offset - (y * c - x * s);
      sum += Math.min(most, distance(along * c - beside * s, along * s + beside * c));
    }
    return sum / cells.length;
  };
  const bestAt = (angle: number, step: number, reach: number, around = 0): Axis => {
    const offsets = Array.from({ length: (2 * reach) / step + 1 }, (_, i) => around - reach + i * step);
    return offsets
      .map((offset) => ({ angle, offset, asymmetry: asymmetryOf(angle, offset) }))
      .reduce((a, b) => (b.asymmetry < a.asymmetry ? b : a));
  };
  const axes = Array.from({ length: 36 }, (_, i) => bestAt(i * 5 * degree, 2, 6));
  const rough = axes.reduce((a, b) => (b.asymmetry < a.asymmetry ? b : a));
  const fine = [-3, -2, -1, 0, 1, 2, 3].map((by) => bestAt(rough.angle + by * degree, 1, 2, rough.offset));
  return [...axes, ...fine];
}

/** The direction in which the arch is thinnest compared with both sides, and by how much. */
function mostTapered(thickness: Float64Array, isThere: readonly boolean[]): [angle: number, taper: number] {
  const each = 360 / sectors;
  const meanAround = (sector: number, from: number, to: number): number | undefined => {
    let [sum, count, all] = [0, 0, 0];
    for (let by = from; by <= to; by += each) {
      const at = (((sector + by / each) % sectors) + sectors) % sectors;
      all++;
      if (!isThere[at]) continue;
      sum += thickness[at];
      count++;
    }
    return count > all * 0.7 ? sum / count : undefined;
  };
  let best: [number, number] = [0, Number.NEGATIVE_INFINITY];
  for (let sector = 0; sector < sectors; sector++) {
    const front = meanAround(sector, -35, 35);
    const sides = [meanAround(sector, 55, 110), meanAround(sector, -110, -55)];
    const [left, right] = sides;
    if (front === undefined || left === undefined || right === undefined) continue;
    const taper = (left + right) / 2 - front;
    if (taper > best[1]) best = [(sector + 0.5) * each * degree, taper];
  }
  return best;
}

function extents({ cells }: Footprint, front: number, axis: number, offset: number) {
  const [c, s] = [Math.cos(front), Math.sin(front)];
  const beside = Math.cos(front - axis) > 0 ? offset : -offset;
  const placed = cells.map(({ x, y }) => ({ along: x * c + y * s, across: y * c - x * s - beside }));
  const sorted = (values: number[]) => values.sort((a, b) => a - b);
  const along = sorted(placed.map((cell) => cell.along));
  const across = sorted(placed.map((cell) => cell.across));
  const endOf = (side: 1 | -1) => {
    const own = placed.filter((cell) => cell.across * side > 3);
    return own.length > 0 ? quantile(sorted(own.map((cell) => cell.along)), 0.01) : Number.POSITIVE_INFINITY;
  };
  const spread = (values: number[]) => quantile(values, 0.995) - quantile(values, 0.005);
  return { depth: spread(along), width: spread(across), legs: Math.abs(endOf(1) - endOf(-1)) };
}

/** Angle between two directions, in degrees, 0 to 180. */
function turnBetween(a: number, b: number): number {
  return Math.abs(Math.atan2(Math.sin(a - b), Math.cos(a - b))) / degree;
}
