export type Vector = readonly [x: number, y: number, z: number];

export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

export const scale = ([x, y, z]: Vector, by: number): Vector => [x * by, y * by, z * by];

export const add = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];

export const normalise = (a: Vector): Vector => scale(a, 1 / (Math.hypot(...a) || 1));

/** The component of a vector orthogonal to a unit axis, as a unit vector. */
export const across = (a: Vector, axis: Vector): Vector => normalise(add(a, scale(axis, -dot(a, axis))));

/** A unit vector orthogonal to a unit axis. */
export const anyAcross = (axis: Vector): Vector => {
  const least = [0, 1, 2].reduce((a, b) => (Math.abs(axis[b]) < Math.abs(axis[a]) ? b : a));
  return across([Number(least === 0), Number(least === 1), Number(least === 2)], axis);
};

/** Angle between two unit vectors, degrees. */
export const angleBetween = (a: Vector, b: Vector): number =>
  (Math.acos(Math.min(1, Math.max(-1, dot(a, b)))) * 180) / Math.PI;
