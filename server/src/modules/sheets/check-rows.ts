import { withoutTurning } from '@cusp/text/unseen';
import type { DbOrTx } from '../../platform/db/database.ts';
import type { StoredProblem, StoredRow } from '../../platform/db/tables/sheets.ts';
import type { AnySheetKind, Found, Numbered, SheetKind } from './sheet-kind.ts';

interface Checked<R> {
  problems: StoredProblem[];
  /** Rows without an error. */
  good: Numbered<R>[];
}

/** Checks each row by itself, against the other rows and against the database. */
export async function checkRows<R>(
  db: DbOrTx,
  kind: SheetKind<R>,
  rows: readonly StoredRow[],
): Promise<Checked<R>> {
  const problems: StoredProblem[] = [];
  const note = (row: number, found: Found, other_row: number | null = null) =>
    problems.push({ row, column: found.column, code: found.code, level: found.level ?? 'error', other_row });

  const first = new Map<string, number>();
  const read: Numbered<R>[] = [];
  for (const [row, cells] of rows) {
    let isReadable = true;
    const report = (found: Found) => {
      note(row, found);
      if (found.level !== 'warning') isReadable = false;
    };
    checkCells(kind, cells, report);
    const cellOf = (column: string) => cells[kind.columns.findIndex(({ title }) => title === column)] ?? null;
    const value = isReadable ? kind.parse(cellOf, report) : null;
    if (value === null) continue;
    // Rows with other errors count too: once those are corrected, both would be applied.
    const keys = kind.keys.of(value);
    const before = keys.map((key) => first.get(key)).find((earlier) => earlier !== undefined);
    if (before !== undefined) {
      note(row, { column: kind.keys.column, code: 'twice_in_sheet' }, before);
      continue;
    }
    for (const key of keys) first.set(key, row);
    if (isReadable) read.push({ row, value });
  }
  for (const { row, ...found } of await kind.check(db, read)) note(row, found);

  const bad = new Set(problems.filter(({ level }) => level === 'error').map(({ row }) => row));
  problems.sort((a, b) => a.row - b.row);
  return { problems, good: read.filter(({ row }) => !bad.has(row)) };
}

/** Checks that apply to a cell of any column. */
function checkCells(kind: AnySheetKind, cells: StoredRow[1], report: (found: Found) => void): void {
  for (const [n, { title: column, type, max }] of kind.columns.entries()) {
    const cell = cells[n];
    if (!cell) continue;
    if (cell.is === 'formula') report({ column, code: 'formula' });
    else if (cell.is === 'error') report({ column, code: 'error_value' });
    else if (cell.text.length > max) report({ column, code: 'too_long' });
    else if (/\p{Cc}/u.test(cell.text) || withoutTurning(cell.text) !== cell.text)
      report({ column, code: 'invisible_characters' });
    // Excel drops leading zeros of numbers, and rounds those with more than 15 digits.
    else if (type === 'text' && cell.is === 'number') report({ column, code: 'typed_as_number' });
    else if (type === 'text' && cell.is === 'day') report({ column, code: 'typed_as_number' });
  }
}

export const badRows = (problems: readonly StoredProblem[]): number =>
  new Set(problems.filter(({ level }) => level === 'error').map(({ row }) => row)).size;
