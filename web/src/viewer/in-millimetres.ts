import { marginUnit, millimetresIn, type ScanUnit } from '@cusp/mesh/scan-units';
import { type PreparedMesh, withShape } from './loading/prepare-mesh.ts';

/** Converts a mesh to millimetres, overwriting its arrays. Without a unit it is taken as millimetres. */
export function inMillimetres(mesh: PreparedMesh, unit: ScanUnit | undefined): PreparedMesh {
  const factor = millimetresIn[unit ?? 'mm'];
  if (factor === 1) return mesh;
  scale(mesh.positions, factor);
  if (mesh.spare) scale(mesh.spare.positions, factor);
  const { min, max } = mesh.bounds;
  const millimetres = { ...mesh, bounds: { min: scaled(min, factor), max: scaled(max, factor) } };
  // In the other unit the worker saw a shape too small or too large for a jaw.
  return mesh.shape ? withShape(millimetres) : millimetres;
}

/** Converts the points of a margin line to millimetres, given the unit of the scan it belongs to. */
export function marginInMillimetres(points: Float32Array, unit: ScanUnit | undefined): Float32Array {
  const factor = millimetresIn[marginUnit(longestSide(points), unit)];
  return factor === 1 ? points : points.map((value) => value * factor);
}

type Triple = [number, number, number];

export const scaled = ([x, y, z]: Triple, factor: number): Triple => [x * factor, y * factor, z * factor];

function scale(values: Float32Array, factor: number): void {
  for (let i = 0; i < values.length; i++) values[i] = (values[i] as number) * factor;
}

function longestSide(points: Float32Array): number {
  const sides = [0, 1, 2].map((axis) => {
    let [least, most] = [Infinity, -Infinity];
    for (let i = axis; i < points.length; i += 3) {
      least = Math.min(least, points[i] as number);
      most = Math.max(most, points[i] as number);
    }
    return most - least;
  });
  return Math.max(...sides);
}
