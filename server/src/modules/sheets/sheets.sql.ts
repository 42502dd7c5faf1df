import type { SheetKindName } from '@cusp/contract/sheets.routes';
import { type Selectable, sql } from 'kysely';
import type { DbOrTx, Tx } from '../../platform/db/database.ts';
import type { SheetBatchTable } from '../../platform/db/tables/sheets.ts';
import type { Services } from '../../platform/services.ts';
import type { PersonRow } from '../people/person.present.ts';
import { personJson } from '../people/person.sql.ts';

/** Hours in which a sheet can be applied once it was checked, and undone once it was applied. */
export const HOURS = 24;
/** Days for which an applied sheet is kept. */
export const KEPT_DAYS = 30;

type Row = Selectable<SheetBatchTable>;
export type BatchRow = Row & { by: PersonRow | null; may_undo: boolean };
export type SummaryRow = Omit<BatchRow, 'rows' | 'problems' | 'undo'>;

const mayUndo = sql<boolean>`
  sheet_batch.state = 'applied' and sheet_batch.applied_at > now() - ${sql.lit(HOURS)} * interval '1 hour'
`.as('may_undo');

/** A sheet that has not expired. */
export const batchOf = (db: DbOrTx, id: number): Promise<BatchRow | undefined> =>
  db
    .selectFrom('sheet_batch')
    .innerJoin('app_user as person', 'person.id', 'sheet_batch.created_by')
    .selectAll('sheet_batch')
    .select([mayUndo, personJson('person').as('by')])
    .where('sheet_batch.id', '=', id)
    .where('sheet_batch.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();

/** The same, locked until the transaction ends, so that two people apply or undo it one after the other. */
export async function lockBatch(tx: Tx, id: number): Promise<BatchRow | undefined> {
  await tx.selectFrom('sheet_batch').select('id').where('id', '=', id).forUpdate().execute();
  return batchOf(tx, id);
}

export const undoableBatches = (db: DbOrTx, kind: SheetKindName): Promise<SummaryRow[]> =>
  db
    .selectFrom('sheet_batch')
    .innerJoin('app_user as person', 'person.id', 'sheet_batch.created_by')
    .select([
      'sheet_batch.id',
      'sheet_batch.kind',
      'sheet_batch.filename',
      'sheet_batch.sha256',
      'sheet_batch.state',
      'sheet_batch.rows_total',
      'sheet_batch.rows_bad',
      'sheet_batch.rows_applied',
      'sheet_batch.rows_undone',
      'sheet_batch.created_by',
      'sheet_batch.created_at',
      'sheet_batch.applied_at',
      'sheet_batch.undone_at',
      'sheet_batch.expires_at',
    ])
    .select([mayUndo, personJson('person').as('by')])
    .where('sheet_batch.kind', '=', kind)
    .where('sheet_batch.state', '=', 'applied')
    .where('sheet_batch.applied_at', '>', sql<Date>`now() - ${sql.lit(HOURS)} * interval '1 hour'`)
    .orderBy('sheet_batch.applied_at', 'desc')
    .limit(20)
    .execute();

/** Deletes sheets that can neither be applied nor undone any more. */
export async function tidySheets({ db }: Services): Promise<void> {
  await db.deleteFrom('sheet_batch').where('expires_at', '<', sql<Date>`now()`).execute();
}
