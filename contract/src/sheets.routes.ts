import { route } from './endpoint.ts';
import { STAFF_AREAS } from './staff.routes.ts';

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

/** What is wrong, or worth a look, in a cell of a sheet. */
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
  'date_not_on_label',
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
