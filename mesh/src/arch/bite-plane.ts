import { type Projection, project, quantile } from './projection.ts';
import type { SurfacePoints } from './surface-points.ts';
import { add, normalise, scale, type Vector } from './vectors.ts';

/** The plane on which a surface would rest with one side down; for the teeth of a jaw the occlusal plane. */
export interface RestingPlane {
  /** The points as seen along the normal of the plane, which points away from the surface. */
  seen: Projection;
  /** Height of the plane, about that of the tips. */
  level: number;
  /** Three quarters of the tips are nearer to the plane than this, mm. */
  unevenness: number;
}

const sectors = 36;
const rounds = 4;
/** Share of a sector's points that counts as its top. */
const tipShare = 0.03;

interface Tip {
  x: number;
  y: number;
  height: number;
}

/** Fits a plane to the tips of a surface. `start` is a rough normal, a unit vector. */
export function restingPlane(points: SurfacePoints, mean: Vector, start: Vector): RestingPlane {
  let seen = project(points, mean, start);
  for (let round = 0; round < rounds; round++) {
    const [slopeX, slopeY] = fitPlane(tipsOf(seen));
    const { axis, u, v } = seen;
    seen = project(points, mean, normalise(add(axis, add(scale(u, -slopeX), scale(v, -slopeY)))));
  }
  const tips = tipsOf(seen);
  const [slopeX, slopeY, offset] = fitPlane(tips);
  const errors = tips.map(({ x, y, height }) => Math.abs(height - slopeX * x - slopeY * y - offset));
  const heights = tips.map(({ height }) => height);
  return {
    seen,
    level: quantile(
      heights.sort((a, b) => a - b),
      0.5,
    ),
    unevenness: quantile(
      errors.sort((a, b) => a - b),
      0.75,
    ),
  };
}

/** The highest points of each sector around the middle; sectors with few points have none. */
function tipsOf({ x, y, height }: Projection): Tip[] {
  const step = 2;
  const count = Math.floor(x.length / step);
  const bySector: number[][] = Array.from({ length: sectors }, () => []);
  for (let i = 0; i < count * step; i += step) {
    const turn = Math.atan2(y[i], x[i]) / (2 * Math.PI) + 0.5;
    bySector[Math.floor(turn * sectors) % sectors]?.push(i);
  }
  return bySector.filter((own) => own.length > count / sectors / 10).map((own) => tipOf(own, x, y, height));
}

/** Position of the highest points. */
function tipOf(own: readonly number[], x: Float64Array, y: Float64Array, height: Float64Array): Tip {
  const heights = new Float64Array(own.length);
  for (let k = 0; k < own.length; k++) heights[k] = height[own[k]];
  heights.sort();
  const least = heights[heights.length - Math.max(3, Math.floor(own.length * tipShare))];
  let [sumX, sumY, count] = [0, 0, 0];
  for (const i of own) {
    if (height[i] < least) continue;
    sumX += x[i];
    sumY += y[i];
    count++;
  }
  return { x: sumX / count, y: sumY / count, height: least };
}

/** Slopes and offset of a plane through the tips; outliers have little weight. */
function fitPlane(tips: readonly Tip[]): [slopeX: number, slopeY: number, offset: number] {
  let plane: [number, number, number] = [0, 0, 0];
  const weights = tips.map(() => 1);
  for (let round = 0; round < 12; round++) {
    plane = solve(tips, weights);
    tips.forEach(({ x, y, height }, i) => {
      const error = Math.abs(height - plane[0] * x - plane[1] * y - plane[2]);
      weights[i] = Math.max(0.5, error) ** -1.5;
    });
  }
  return plane;
}

/** Weighted least squares by Gauss–Jordan elimination of the normal equations. */
function solve(tips: readonly Tip[], weights: readonly number[]): [number, number, number] {
  const rows = [new Float64Array(4), new Float64Array(4), new Float64Array(4)] as const;
  tips.forEach(({ x, y, height }, t) => {
    const terms = [x, y, 1, height];
    rows.forEach((row, i) => {
      for (let j = 0; j < 4; j++) row[j] = row[j] + weights[t] * terms[i] * terms[j];
    });
  });
  rows.forEach((row, i) => {
    const pivot = row[i] || 1e-9;
    for (let j = i; j < 4; j++) row[j] = row[j] / pivot;
    for (const other of rows) {
      const factor = other[i];
      if (other === row) continue;
      for (let j = i; j < 4; j++) other[j] = other[j] - factor * row[j];
    }
  });
  return [rows[0][3], rows[1][3], rows[2][3]];
}
