/** Rows of a list that one .xlsx file may hold. */
export const EXPORT_MAX_ROWS = 20_000;

const MIB = 1024 * 1024;

/** Of a sheet that somebody uploads. */
export const SHEET_LIMITS = {
  bytes: 5 * MIB,
  /** Files within the .xlsx file, which is a zip, and their bytes once unpacked. */
  parts: 64,
  unpackedBytes: 32 * MIB,
  /** Below the header. */
  rows: 5000,
  columns: 50,
  /** Characters of a cell. */
  cell: 500,
} as const;

/** Sheet of a template that names its kind and version. */
export const VERSION_SHEET = 'Version';
/** Column that the marked copy adds; ignored when it comes back. */
export const PROBLEM_COLUMN = 'Problem';

/** Why an uploaded file cannot be checked row by row. */
export const SHEET_REFUSALS = [
  'empty',
  'too_large',
  'old_excel',
  'encrypted',
  'text_file',
  'not_excel',
  'damaged',
  'unsafe',
  'macros',
  'too_heavy',
  'too_many_rows',
  'too_many_columns',
  'merged_cells',
  'hidden_sheet',
  'no_template',
  'other_template',
  'old_template',
  'column_missing',
  'column_unknown',
  'column_twice',
  'no_rows',
] as const;
export type SheetRefusal = (typeof SHEET_REFUSALS)[number];
