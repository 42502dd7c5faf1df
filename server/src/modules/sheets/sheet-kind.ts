import type { SheetKindName, SheetProblemCode } from '@cusp/contract/sheets.routes';
import type { DbOrTx, Tx } from '../../platform/db/database.ts';
import type { StoredUndo } from '../../platform/db/tables/sheets.ts';
import type { Cell } from '../../platform/sheets/read-sheet.ts';

interface SheetColumn {
  /** In the header of the template; also the name of the column in problems. */
  title: string;
  width: number;
  /** Characters that fit. */
  max: number;
  type: 'text' | 'day';
}

export interface Found {
  column: string;
  code: SheetProblemCode;
  level?: 'warning';
}

/** A row that could be read, and its number in the spreadsheet. */
export interface Numbered<R> {
  row: number;
  value: R;
}

/**
 * One kind of sheet: its columns, how a row is read, and what applying and undoing it does. All kinds share everything
 * else.
 */
export interface SheetKind<R> {
  name: SheetKindName;
  /** Of the sheet that holds the rows. */
  title: string;
  /** Raised with each change of the columns; older templates are refused. */
  version: number;
  columns: readonly SheetColumn[];
  /** Reads the cells of a row by their column; `report` is called with each problem. */
  parse(cellOf: (column: string) => Cell | null, report: (found: Found) => void): R | null;
  /** Two rows that share a key cannot both be applied. */
  keys: { column: string; of(row: R): readonly string[] };
  /** Problems of the rows that need the database. */
  check(db: DbOrTx, rows: readonly Numbered<R>[]): Promise<(Found & { row: number })[]>;
  /** Writes rows without an error. Returns what was changed; rows that change nothing are left out. */
  apply(tx: Tx, rows: readonly R[], by: { userId: number; batchId: number }): Promise<StoredUndo[]>;
  /** Reverts the rows that have not changed since; returns how many. */
  undo(tx: Tx, undo: readonly StoredUndo[], by: { userId: number; batchId: number }): Promise<number>;
}

/** A kind whose row type is hidden from the engine, which passes rows back to the kind that read them. */
export type AnySheetKind = SheetKind<unknown>;
export type SheetKinds = Readonly<Record<SheetKindName, AnySheetKind>>;
