import type { ExportList } from '@cusp/contract/list-exports.routes';
import type { StaffFlag } from '@cusp/contract/staff.routes';
import type { DbOrTx } from '../../platform/db/database.ts';
import type { SheetColumn } from '../../platform/sheets/write-sheet.ts';
import type { LongList } from '../staff-lists/long-list.sql.ts';

/** A list that staff can download as an .xlsx file. */
export interface ExportKind<Row extends { id: number } = { id: number }> {
  name: ExportList;
  /** Staff who may read the list, and so its file. */
  flags: readonly StaffFlag[];
  filename: string;
  /** Of the sheet. */
  title: string;
  /** The sort if the request has none or an unknown one. */
  defaultSort: string;
  list(db: DbOrTx): LongList;
  /** Rows with these ids, in no order. */
  rows(db: DbOrTx, ids: readonly number[]): Promise<Row[]>;
  columns: readonly SheetColumn<Row>[];
}

export type ExportKinds = Readonly<Record<ExportList, ExportKind>>;

/** A kind without the type of its rows, which only it needs. */
export const exportKind = <Row extends { id: number }>(kind: ExportKind<Row>): ExportKind =>
  kind as unknown as ExportKind;

export interface ExportWish {
  search: string;
  sort: string;
}

/** The requested sort, or the default if the list lacks it. */
export function fittingWish(kind: ExportKind, db: DbOrTx, { search, sort }: ExportWish): ExportWish {
  const [column = '', direction = ''] = sort.split(' ');
  const isKnown = Object.hasOwn(kind.list(db).sorts, column) && ['asc', 'desc'].includes(direction);
  return { search, sort: isKnown ? `${column} ${direction}` : kind.defaultSort };
}
