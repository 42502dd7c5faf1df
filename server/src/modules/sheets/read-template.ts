import { PROBLEM_COLUMN, SHEET_LIMITS } from '@cusp/contract/sheets.routes';
import type { StoredRow } from '../../platform/db/tables/sheets.ts';
import type { Cell, SheetRows } from '../../platform/sheets/read-sheet.ts';
import { SheetError } from '../../platform/sheets/sheet-error.ts';
import type { AnySheetKind } from './sheet-kind.ts';

/** Cells `A1:B2` of the sheet that identifies the template of a workbook. */
export const VERSION_ROWS = { kind: 'Template', version: 'Version' } as const;

/**
 * The rows of a workbook that was made from the template of a kind, their cells in the order of its columns. Columns
 * may be in any order; empty rows and the column of problems are skipped.
 * @throws SheetError for another template, an old one, or other columns.
 */
export function readTemplate(kind: AnySheetKind, { version, rows }: SheetRows): StoredRow[] {
  checkVersion(kind, version);
  if (!rows) throw new SheetError('other_template');
  const [header, ...body] = rows;
  if (!header) throw new SheetError('no_rows');
  const places = placesOf(kind, header);
  const filled = body.flatMap((cells, n): StoredRow[] => {
    const row = places.map((place) => cells[place] ?? null);
    return row.some((cell) => cell !== null) ? [[n + 2, row]] : [];
  });
  if (filled.length === 0) throw new SheetError('no_rows');
  if (filled.length > SHEET_LIMITS.rows) throw new SheetError('too_many_rows');
  return filled;
}

function checkVersion(kind: AnySheetKind, cells: SheetRows['version']): void {
  const valueBeside = (name: string) => cells.find(([label]) => label?.text === name)?.[1]?.text;
  const name = valueBeside(VERSION_ROWS.kind);
  if (name === undefined) throw new SheetError('no_template');
  if (name !== kind.name) throw new SheetError('other_template');
  if (valueBeside(VERSION_ROWS.version) !== String(kind.version)) throw new SheetError('old_template');
}

/** Index of each column of the kind in the sheet, from 0. */
function placesOf(kind: AnySheetKind, header: readonly (Cell | null)[]): number[] {
  const folded = (title: string) => title.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
  const known = new Set([...kind.columns.map(({ title }) => title), PROBLEM_COLUMN].map(folded));
  const found = new Map<string, number>();
  for (const [place, cell] of header.entries()) {
    if (!cell) continue;
    const title = folded(cell.text);
    if (!known.has(title)) throw new SheetError('column_unknown', cell.text.slice(0, 100));
    if (found.has(title)) throw new SheetError('column_twice', cell.text);
    found.set(title, place);
  }
  return kind.columns.map(({ title }) => {
    const place = found.get(folded(title));
    if (place === undefined) throw new SheetError('column_missing', title);
    return place;
  });
}
