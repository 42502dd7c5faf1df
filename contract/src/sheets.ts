import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import * as routes from './sheets.routes.ts';
import { Id, line, Moment } from './wire.ts';

const SheetKind = z.enum(routes.SHEET_KINDS);

export const SheetProblem = z.object({
  /** Title of the column. */
  column: z.string(),
  code: z.enum(routes.SHEET_PROBLEMS),
  /** A row with an error is not applied; a warning asks for a look. */
  level: z.enum(['error', 'warning']),
  /** Only with `twice_in_sheet`: the row that came first. */
  other_row: z.number().int().nullable(),
});
export type SheetProblem = z.infer<typeof SheetProblem>;

export const SheetRow = z.object({
  /** As the spreadsheet numbers it; the header is row 1. */
  row: z.number().int(),
  /** What is in the row, in the order of `columns`. */
  cells: z.array(z.string()),
  problems: z.array(SheetProblem),
});
export type SheetRow = z.infer<typeof SheetRow>;

export const SheetSummary = z.object({
  id: z.number().int(),
  kind: SheetKind,
  filename: z.string(),
  /** Nothing is written before `applied`. */
  state: z.enum(['checked', 'applied', 'undone']),
  created_at: Moment,
  created_by: z.string(),
  rows_total: z.number().int(),
  /** Rows with an error. */
  rows_bad: z.number().int(),
  applied_at: Moment.nullable(),
  /** Rows that changed something when the sheet was applied. */
  rows_applied: z.number().int(),
  /** Until when it can be undone; null when it cannot. */
  undo_until: Moment.nullable(),
  /** Of the applied rows, those that were undone; the others had been changed meanwhile. */
  rows_undone: z.number().int(),
});
export type SheetSummary = z.infer<typeof SheetSummary>;

export const Sheet = SheetSummary.extend({
  title: z.string(),
  /** Of the template. */
  version: z.number().int(),
  columns: z.array(z.string()),
  rows: z.array(SheetRow),
});
export type Sheet = z.infer<typeof Sheet>;

const params = z.object({ id: Id });

/** Multipart: `sheet` is the .xlsx file. */
export const SheetUpload = z.object({ filename: line(200).default('') });

export const checkDeviceSheet = endpoint(routes.checkDeviceSheet, {
  summary: 'Check a sheet of devices; nothing is written but the check itself',
  body: SheetUpload,
  encoding: 'multipart',
  reply: Sheet,
  perMinute: 30,
});

export const deviceSheetTemplate = endpoint(routes.deviceSheetTemplate, {
  summary: 'The empty sheet in which devices are registered',
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
  summary: 'Write the good rows of a checked sheet, all or none; again it writes nothing',
  params,
  reply: Sheet,
  perMinute: 30,
});

export const undoSheet = endpoint(routes.undoSheet, {
  summary: 'Take back what a sheet wrote within 24 hours, in the rows nobody has changed since',
  params,
  reply: Sheet,
  perMinute: 30,
});
