/** What a file of a case shows in 3D. `unknown` is a surface that nothing else names, such as a splint. */
export const scanRoles = [
  'jaw',
  'antagonist',
  'preop',
  'scanbody',
  'gingiva',
  'bite',
  'design',
  'waxup',
  'margin',
  'copyline',
  'unknown',
] as const;

export type ScanRole = (typeof scanRoles)[number];

/** Roles of lines, which stand in `.xyz` files; the others are roles of surfaces. */
export const lineRoles: readonly ScanRole[] = ['margin', 'copyline'];

export interface ScanClass {
  role: ScanRole;
  jaw?: 'upper' | 'lower';
  /** FDI number. */
  tooth?: number;
}

/** Where a class comes from: read out of the name, guessed from the shape, or said by a person. */
export const scanSources = ['name', 'shape', 'person'] as const;
export type ScanSource = (typeof scanSources)[number];

/** A class and where it comes from; what a person said is no guess. */
export interface SourcedClass extends ScanClass {
  by: ScanSource;
}
