import { type RestingPlane, restingPlane } from './bite-plane.ts';
import { type Footprint, footprint, gridSize } from './footprint.ts';
import { type Horseshoe, horseshoeOf } from './horseshoe.ts';
import { quantile } from './projection.ts';
import type { SurfacePoints } from './surface-points.ts';
import { add, normalise, scale, type Vector } from './vectors.ts';

/** Evidence that the teeth bite on one side of a surface. */
export interface ArchSide {
  plane: RestingPlane;
  horseshoe: Horseshoe;
  /** Unit vector to the front of the arch, in the plane. */
  front: Vector;
  /** Area of the parts near the plane that are at least 4 mm wide, mm²: chewing surfaces of molars. */
  tables: number;
  /** Mean unevenness of those parts within 1 mm, in mm: fissures and cusps. */
  relief: number;
  /**
   * Mean of the outward normals of the outermost faces near the plane, 1 to -1; negative if the surface is inside out.
   */
  outward: number;
  /** Mean of the normals at the tips, along the axis. */
  upward: number;
}

/** Depth below the tips that is examined, mm: less than from the incisal edges to the palate. */
const band = 3.5;
/** How far gum may extend beyond the teeth, mm. */
const above = 3;

/** Analyses one side of a surface. `axis` is roughly the normal of the plane on which that side rests. */
export function archSide(points: SurfacePoints, mean: Vector, axis: Vector): ArchSide | undefined {
  const plane = restingPlane(points, mean, axis);
  const { seen, level } = plane;
  const isNear = (i: number) => {
    const depth = level - seen.height[i];
    return depth < band && depth > -above;
  };
  const print = footprint(seen.x, seen.y, isNear);
  if (!print) return undefined;
  const horseshoe = horseshoeOf(print);
  const { front: angle } = horseshoe;
  return {
    plane,
    horseshoe,
    front: normalise(add(scale(seen.u, Math.cos(angle)), scale(seen.v, Math.sin(angle)))),
    ...reliefOf(print, plane),
    ...facing(points, print, plane, isNear),
  };
}

function reliefOf({ cells, middle }: Footprint, { seen }: RestingPlane) {
  const tops = new Float32Array(gridSize * gridSize).fill(Number.NaN);
  const indexAt = (x: number, y: number) => {
    const column = Math.round(x - middle[0]) + gridSize / 2;
    const row = Math.round(y - middle[1]) + gridSize / 2;
    return column >= 0 && row >= 0 && column < gridSize && row < gridSize ? row * gridSize + column : -1;
  };
  seen.height.forEach((height, i) => {
    const at = indexAt(seen.x[i], seen.y[i]);
    if (at >= 0 && !(tops[at] >= height)) tops[at] = height;
  });
  let [sum, count, tables] = [0, 0, 0];
  for (const { x, y, inside } of cells) {
    if (inside < 2) continue;
    tables++;
    const at = indexAt(x + middle[0], y + middle[1]);
    const top = tops[at];
    const near = [at - 1, at + 1, at - gridSize, at + gridSize].map((index) => tops[index]);
    if (!near.every((other) => Math.abs(other - top) <= 3)) continue;
    sum += Math.abs(top - near.reduce((a, b) => a + b, 0) / 4);
    count++;
  }
  return { tables, relief: count > 0 ? sum / count : 0 };
}

const sectors = 72;

function facing(
  { values }: SurfacePoints,
  { middle }: Footprint,
  { seen, level }: RestingPlane,
  isNear: (i: number) => boolean,
) {
  const { x, y, u, v, axis, height } = seen;
  const component = (i: number, of: Vector) =>
    values[i * 6 + 3] * of[0] + values[i * 6 + 4] * of[1] + values[i * 6 + 5] * of[2];
  const bySector: { radius: number; outward: number }[][] = Array.from({ length: sectors }, () => []);
  let [upward, tips] = [0, 0];
  for (let i = 0; i < height.length; i++) {
    if (!isNear(i)) continue;
    if (Math.abs(level - height[i]) < 1) {
      upward += component(i, axis);
      tips++;
    }
    const px = x[i] - middle[0];
    const py = y[i] - middle[1];
    const radius = Math.hypot(px, py) || 1;
    const outward = (component(i, u) * px + component(i, v) * py) / radius;
    const sector = Math.floor((Math.atan2(py, px) / (2 * Math.PI) + 0.5) * sectors) % sectors;
    bySector[sector]?.push({ radius, outward });
  }
  let [outward, outermost] = [0, 0];
  for (const own of bySector) {
    const edge = quantile(
      own.map(({ radius }) => radius).sort((a, b) => a - b),
      0.98,
    );
    for (const point of own) {
      if (point.radius < edge - 1.2) continue;
      outward += point.outward;
      outermost++;
    }
  }
  return { outward: outward / Math.max(1, outermost), upward: upward / Math.max(1, tips) };
}
