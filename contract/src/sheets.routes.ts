import { route } from './endpoint.ts';
import { STAFF_AREAS } from './staff.routes.ts';

/** Maximum number of rows of a list in one .xlsx file. */
export const EXPORT_MAX_ROWS = 20_000;

const MIB = 1024 * 1024;

/** Limits of uploaded sheets. */
export const SHEET_LIMITS = {
  bytes: 5 * MIB,
  /** Entries of the .xlsx file, which is a zip, and their total unpacked size in bytes. */
  parts: 64,
  unpackedBytes: 32 * MIB,
  /** Rows below the header. */
  rows: 5000,
  columns: 50,
  /** Characters per cell. */
  cell: 500,
} as const;

/** Name of the sheet with the template's kind and version. */
export const VERSION_SHEET = 'Version';
/** Column that the marked copy adds; ignored in uploads. */
export const PROBLEM_COLUMN = 'Problem';

/** Why an uploaded file could not be checked row by row. */
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
  'hidden_rows',
  'no_template',
  'other_template',
  'old_template',
  'column_missing',
  'column_unknown',
  'column_twice',
  'no_rows',
] as const;
export type SheetRefusal = (typeof SHEET_REFUSALS)[number];

/** Errors and warnings about a cell of a sheet. */
export const SHEET_PROBLEMS = [
  'missing',
  'too_long',
  'formula',
  'error_value',
  'typed_as_number',
  'invisible_characters',
  'not_a_date',
  'date_in_future',
  'not_yes_or_no',
  'wrong_check_digit',
  'wrong_date',
  'date_not_on_label',
  'serial_not_on_label',
  'twice_in_sheet',
  'already_there',
  'unknown_format',
  'unknown_device',
  'unchanged',
] as const;
export type SheetProblemCode = (typeof SHEET_PROBLEMS)[number];

export const SHEET_KINDS = ['features', 'devices'] as const;
export type SheetKindName = (typeof SHEET_KINDS)[number];

const SHEET_MANAGERS = STAFF_AREAS.factoryRegistration;

export const checkDeviceSheet = route({
  method: 'POST',
  path: '/v1/cs/devices/sheet/',
  access: 'user',
  staff: SHEET_MANAGERS,
});
export const deviceSheetTemplate = route({
  method: 'GET',
  path: '/v1/cs/devices/registrations/template/',
  access: 'user',
  staff: SHEET_MANAGERS,
  reply: 'bytes',
});
export const listSheets = route({
  method: 'GET',
  path: '/v1/cs/sheets/',
  access: 'user',
  staff: SHEET_MANAGERS,
});
export const getSheet = route({
  method: 'GET',
  path: '/v1/cs/sheets/:id/',
  access: 'user',
  staff: SHEET_MANAGERS,
});
export const applySheet = route({
  method: 'POST',
  path: '/v1/cs/sheets/:id/apply/',
  access: 'user',
  staff: SHEET_MANAGERS,
});
export const undoSheet = route({
  method: 'POST',
  path: '/v1/cs/sheets/:id/undo/',
  access: 'user',
  staff: SHEET_MANAGERS,
});
