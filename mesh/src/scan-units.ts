import type { ScanRole } from './scan-roles.ts';

/** Possible units of a mesh file. No mesh format declares one; by convention it is millimetres. */
export const scanUnits = ['mm', 'cm', 'm', 'inch', 'um'] as const;
export type ScanUnit = (typeof scanUnits)[number];

/** Millimetres per unit. */
export const millimetresIn: Readonly<Record<ScanUnit, number>> = {
  mm: 1,
  cm: 10,
  m: 1000,
  inch: 25.4,
  um: 0.001,
};

/** Longest side of the bounding box of a scan, mm. */
interface Sizes {
  least: number;
  usual: number;
  most: number;
}

/** A jaw or a part of one with several teeth. */
const jawSizes: Sizes = { least: 25, usual: 65, most: 130 };
/** From an inlay to a denture. */
const partSizes: Sizes = { least: 1.5, usual: 12, most: 150 };
/** Unnamed scans: a jaw, a splint, a model on its base. */
const unknownSizes: Sizes = { least: 10, usual: 65, most: 250 };

const sizesOf: Readonly<Record<ScanRole, Sizes>> = {
  jaw: jawSizes,
  antagonist: jawSizes,
  preop: jawSizes,
  gingiva: jawSizes,
  bite: jawSizes,
  design: partSizes,
  waxup: partSizes,
  scanbody: partSizes,
  unknown: unknownSizes,
  // Lines; see `marginUnit`.
  margin: partSizes,
  copyline: partSizes,
};

/** Limits of any scan in millimetres, whatever it shows. */
const [smallest, largest] = [1, 300];

/**
 * The units in which a scan would have a plausible size, likeliest first. Empty if millimetres are plausible, or if no
 * unit is. `longest` is the longest side of the bounding box in the numbers of the file.
 */
export function unitsFor(role: ScanRole, longest: number): ScanUnit[] {
  const { least, usual, most } = sizesOf[role];
  const fits = (size: number) => size >= least && size <= most;
  if (!(longest > 0) || fits(longest)) return [];
  const distance = (unit: ScanUnit) => Math.abs(Math.log((longest * millimetresIn[unit]) / usual));
  return scanUnits
    .filter((unit) => fits(longest * millimetresIn[unit]))
    .toSorted((a, b) => distance(a) - distance(b));
}

/** Whether the numbers of a scan cannot be trusted as millimetres until a person chooses the unit. */
export const isUnitDoubtful = (role: ScanRole, longest: number): boolean =>
  longest > 0 && (longest < smallest || longest > largest || unitsFor(role, longest).length > 0);

/** Converts coordinates in place. */
export function toMillimetres(values: Float32Array, unit: ScanUnit): void {
  const factor = millimetresIn[unit];
  for (let i = 0; i < values.length; i++) values[i] *= factor;
}

/** Longest side of the bounding box of points, x, y, z each. */
export function longestSide(points: Float32Array): number {
  const sides = [0, 1, 2].map((axis) => {
    let [least, most] = [Infinity, -Infinity];
    for (let i = axis; i < points.length; i += 3) {
      least = Math.min(least, points[i]);
      most = Math.max(most, points[i]);
    }
    return most - least;
  });
  return Math.max(...sides);
}

/** Longest side of a margin line around one tooth or a few, mm. */
const marginSizes = { least: 2, most: 60 };

/**
 * The unit of a margin line: that of the scan it is on, if only that unit gives it the size of a margin. Programs
 * normally write both in the same unit.
 */
export function marginUnit(longest: number, ofScan: ScanUnit | undefined): ScanUnit {
  const fits = (size: number) => size >= marginSizes.least && size <= marginSizes.most;
  const isScans = ofScan !== undefined && !fits(longest) && fits(longest * millimetresIn[ofScan]);
  return isScans ? ofScan : 'mm';
}
