import type { SurfacePoints } from './surface-points.ts';
import { anyAcross, cross, dot, type Vector } from './vectors.ts';

/** Points as seen along an axis. Lengths in the unit of the file, by convention millimetres. */
export interface Projection {
  axis: Vector;
  /** Unit vectors of the plane; `u` × `v` is the axis. */
  u: Vector;
  v: Vector;
  /** Coordinates in the plane from its origin, and height along the axis from the mean of the points. */
  x: Float64Array;
  y: Float64Array;
  height: Float64Array;
}

/** Projects the points along an axis; the origin of the plane is the middle of the projection. */
export function project({ values, count }: SurfacePoints, mean: Vector, axis: Vector): Projection {
  const u = anyAcross(axis);
  const v = cross(axis, u);
  const [x, y, height] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  const [fromU, fromV, fromAxis] = [dot(mean, u), dot(mean, v), dot(mean, axis)];
  for (let i = 0; i < count; i++) {
    const px = values[i * 6];
    const py = values[i * 6 + 1];
    const pz = values[i * 6 + 2];
    x[i] = px * u[0] + py * u[1] + pz * u[2] - fromU;
    y[i] = px * v[0] + py * v[1] + pz * v[2] - fromV;
    height[i] = px * axis[0] + py * axis[1] + pz * axis[2] - fromAxis;
  }
  const [middleX, middleY] = middleOf(x, y);
  for (let i = 0; i < count; i++) {
    x[i] = x[i] - middleX;
    y[i] = y[i] - middleY;
  }
  return { axis, u, v, x, y, height };
}

const looks = 6;
/** Share of points at either end that may be outliers. */
const strays = 0.005;
const maxLookedAt = 2000;

/** The middle of a figure, by its extents in several directions, so that it rotates with the figure. */
export function middleOf(x: ArrayLike<number>, y: ArrayLike<number>): [x: number, y: number] {
  let [middleX, middleY] = [0, 0];
  const step = Math.ceil(x.length / maxLookedAt);
  const along = new Float64Array(Math.floor(x.length / step));
  for (let k = 0; k < looks; k++) {
    const [c, s] = [Math.cos((Math.PI * k) / looks), Math.sin((Math.PI * k) / looks)];
    for (let i = 0; i < along.length; i++) along[i] = x[i * step] * c + y[i * step] * s;
    along.sort();
    const middle = (quantile(along, strays) + quantile(along, 1 - strays)) / 2;
    middleX += (2 / looks) * middle * c;
    middleY += (2 / looks) * middle * s;
  }
  return [middleX, middleY];
}

/** The value at this quantile of sorted values. */
export const quantile = (sorted: ArrayLike<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
