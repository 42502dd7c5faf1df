import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { auditOfAll } from './moved-rows.ts';

/** Rows of the audit log in the parts of a move; they become visible when the people arrive. */
export const logOfMove = (moveId: string) => sql`select rows from moved_log where move_id = ${moveId}`;

/** Rows of the audit log as JSON. */
export const logOf = (rows: string) => sql`select ${rows}::json`;

/** Stores rows of the audit log that the other region sent, without those that do not belong to the circle. */
export async function takeLog(
  db: DbOrTx,
  circle: readonly number[],
  log: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    insert into audit_log
    select item.* from (${log}) as sent (rows), json_populate_recordset(null::audit_log, sent.rows) as item
    where ${auditOfAll(circle)} on conflict do nothing
  `.execute(db);
}
