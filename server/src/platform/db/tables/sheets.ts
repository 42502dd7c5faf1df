import type { SheetProblem } from '@cusp/contract/sheets';
import type { SheetKindName } from '@cusp/contract/sheets.routes';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { Cell } from '../../sheets/read-sheet.ts';

/** Row number in the spreadsheet, and its cells in the order of the kind's columns. */
export type StoredRow = [row: number, cells: (Cell | null)[]];
export type StoredProblem = SheetProblem & { row: number };
/** The row's values before the sheet; null if the sheet created it. */
export interface StoredUndo {
  id: number;
  was: boolean | null;
}

/** An uploaded sheet: checked, then applied, then possibly undone. */
export interface SheetBatchTable {
  id: Generated<number>;
  kind: SheetKindName;
  filename: Generated<string>;
  /** Digest of the uploaded file. */
  sha256: string;
  state: Generated<'checked' | 'applied' | 'undone'>;
  rows: JSONColumnType<StoredRow[], string, string>;
  problems: JSONColumnType<StoredProblem[], string, string>;
  rows_total: number;
  rows_bad: number;
  rows_applied: Generated<number>;
  rows_undone: Generated<number>;
  undo: JSONColumnType<StoredUndo[], string | undefined, string>;
  created_by: number;
  created_at: Generated<Date>;
  applied_at: Date | null;
  undone_at: Date | null;
  expires_at: Date;
}

export interface PartnerFeatureTable {
  id: Generated<number>;
  /** As typed. */
  udi: string;
  /** Normalised spelling for comparisons: `readUdi` of `@cusp/dental/udi`. */
  udi_key: string;
  option: boolean;
  /** Raised by each change of the option. */
  version: Generated<number>;
  /** The sheet that last changed the row; null once it was changed by hand. */
  batch_id: number | null;
  updated_by: number | null;
  updated_at: Generated<Date>;
  /** Folded text that staff search, generated. */
  search: GeneratedAlways<string>;
}
