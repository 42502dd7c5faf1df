/** Roles of a case's files in the 3D view. `unknown` is any other surface, such as a splint. */
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

/** Roles of lines, which are in `.xyz` files; all others are roles of surfaces. */
export const lineRoles: readonly ScanRole[] = ['margin', 'copyline'];

export interface ScanClass {
  role: ScanRole;
  jaw?: 'upper' | 'lower';
  /** FDI number. */
  tooth?: number;
}

/** Source of a class: derived from the name, guessed from the shape, or chosen by a person. */
export const scanSources = ['name', 'shape', 'person'] as const;
export type ScanSource = (typeof scanSources)[number];

/** A class with its source; a person's choice is not a guess. */
export interface SourcedClass extends ScanClass {
  by: ScanSource;
}
