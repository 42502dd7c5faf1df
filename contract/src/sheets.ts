import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import * as routes from './sheets.routes.ts';
import { Id, line, Moment } from './wire.ts';

const SheetKind = z.enum(routes.SHEET_KINDS);

export const SheetProblem = z.object({
  /** Title of the column. */
  column: z.string(),
  code: z.enum(routes.SHEET_PROBLEMS),
  /** A row with an error is not applied; a warning only asks for a check. */
  level: z.enum(['error', 'warning']),
  /** Only with `twice_in_sheet`: the earlier row. */
  other_row: z.number().int().nullable(),
});
export type SheetProblem = z.infer<typeof SheetProblem>;

export const SheetRow = z.object({
  /** Row number of the spreadsheet; the header is row 1. */
  row: z.number().int(),
  /** The cells of the row, in the order of `columns`. */
  cells: z.array(z.string()),
  problems: z.array(SheetProblem),
});
export type SheetRow = z.infer<typeof SheetRow>;

export const SheetSummary = z.object({
  id: z.number().int(),
  kind: SheetKind,
  filename: z.string(),
  /** No data is written before `applied`. */
  state: z.enum(['checked', 'applied', 'undone']),
  created_at: Moment,
  created_by: z.string(),
  rows_total: z.number().int(),
  /** Rows with an error. */
  rows_bad: z.number().int(),
  applied_at: Moment.nullable(),
  /** Rows that changed data when the sheet was applied. */
  rows_applied: z.number().int(),
  /** When it can no longer be undone; null if it cannot be undone now. */
  undo_until: Moment.nullable(),
  /** Applied rows that were undone; the others had been changed in the meantime. */
  rows_undone: z.number().int(),
});
export type SheetSummary = z.infer<typeof SheetSummary>;

export const Sheet = SheetSummary.extend({
  title: z.string(),
  /** Version of the template. */
  version: z.number().int(),
  columns: z.array(z.string()),
  rows: z.array(SheetRow),
});
export type Sheet = z.infer<typeof Sheet>;

const params = z.object({ id: Id });

/** Multipart form: `sheet` is the .xlsx file. */
export const SheetUpload = z.object({ filename: line(200).default('') });

export const checkDeviceSheet = endpoint(routes.checkDeviceSheet, {
  summary: 'Check a sheet of devices; only the check itself is stored',
  body: SheetUpload,
  encoding: 'multipart',
  reply: Sheet,
  perMinute: 30,
});

export const deviceSheetTemplate = endpoint(routes.deviceSheetTemplate, {
  summary: 'The empty sheet for registering devices',
});

export const listSheets = endpoint(routes.listSheets, {
  summary: 'Sheets that were applied and can still be undone, latest first',
  query: z.object({ kind: SheetKind }),
  reply: z.object({ sheets: z.array(SheetSummary) }),
});

export const getSheet = endpoint(routes.getSheet, {
  summary: 'A checked sheet with the problems of its cells',
  params,
  reply: Sheet,
});

export const applySheet = endpoint(routes.applySheet, {
  summary: 'Apply the valid rows of a checked sheet, all or none; repeating it changes nothing',
  params,
  reply: Sheet,
  perMinute: 30,
});

export const undoSheet = endpoint(routes.undoSheet, {
  summary: 'Undo a sheet within 24 hours, except rows that were changed since',
  params,
  reply: Sheet,
  perMinute: 30,
});
