import type { SurfacePoints } from './surface-points.ts';
import type { Vector } from './vectors.ts';

export interface PrincipalAxes {
  mean: Vector;
  /** Unit vector of the smallest variance. */
  thinnest: Vector;
}

/** The principal axes of points, by Jacobi rotations of their covariance matrix. */
export function principalAxes({ values, count }: SurfacePoints): PrincipalAxes {
  const mean = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) mean[k] = mean[k] + values[i * 6 + k] / count;
  }
  const spread = new Float64Array(9);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) {
      for (let l = k; l < 3; l++) {
        const a = values[i * 6 + k] - mean[k];
        const b = values[i * 6 + l] - mean[l];
        spread[k * 3 + l] = spread[k * 3 + l] + (a * b) / count;
      }
    }
  }
  for (const [k, l] of planes) spread[l * 3 + k] = spread[k * 3 + l];
  const axes = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  for (let sweep = 0; sweep < 12; sweep++) for (const [p, q] of planes) rotate(spread, axes, p, q);
  const least = [0, 1, 2].reduce((a, b) => (spread[b * 4] < spread[a * 4] ? b : a));
  const thinnest = [axes[least], axes[3 + least], axes[6 + least]];
  return { mean: mean as unknown as Vector, thinnest: thinnest as unknown as Vector };
}

const planes = [
  [0, 1],
  [0, 2],
  [1, 2],
] as const;

/** Rotates two axes so that the covariance along them becomes zero. */
function rotate(spread: Float64Array, axes: Float64Array, p: number, q: number): void {
  const both = spread[p * 3 + q];
  if (Math.abs(both) < 1e-12) return;
  const angle = 0.5 * Math.atan2(2 * both, spread[q * 4] - spread[p * 4]);
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const mix = (matrix: Float64Array, i: number, j: number) => {
    const [a, b] = [matrix[i], matrix[j]];
    matrix[i] = c * a - s * b;
    matrix[j] = s * a + c * b;
  };
  for (let k = 0; k < 3; k++) mix(spread, k * 3 + p, k * 3 + q);
  for (let k = 0; k < 3; k++) mix(spread, p * 3 + k, q * 3 + k);
  for (let k = 0; k < 3; k++) mix(axes, k * 3 + p, k * 3 + q);
}
