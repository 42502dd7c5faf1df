import { longestSide, marginUnit, millimetresIn, type ScanUnit, toMillimetres } from '@cusp/mesh/scan-units';
import { type PreparedMesh, withShape } from './loading/prepare-mesh.ts';

/** Converts a mesh to millimetres, overwriting its arrays. Without a unit it is taken as millimetres. */
export function inMillimetres(mesh: PreparedMesh, unit: ScanUnit = 'mm'): PreparedMesh {
  const factor = millimetresIn[unit];
  if (factor === 1) return mesh;
  toMillimetres(mesh.positions, unit);
  if (mesh.spare) toMillimetres(mesh.spare.positions, unit);
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
