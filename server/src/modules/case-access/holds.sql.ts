import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';

/** Whether a legal hold on a case is open. Expects `dental_case` in the query. */
export const isHeld: RawBuilder<boolean> = sql<boolean>`exists (
  select from legal_hold where legal_hold.case_id = dental_case.id and legal_hold.lifted_at is null
)`;

/**
 * Whether a case is stored in this region: its author lives here, or is a name of an import. Remains of a move from
 * here do not count, nor do cases copied before their people arrive. Expects `dental_case` in the query.
 */
export const isStoredHere: RawBuilder<boolean> = sql<boolean>`exists (
  select from app_user as author where author.id = dental_case.author_id and author.presence not in ('guest', 'moved')
)`;

/** Whether a case has left this region and is not in the other one yet. Expects `dental_case` in the query. */
export const isOnTheWay: RawBuilder<boolean> = sql<boolean>`exists (
  select from region_move where step = 'committed' and dental_case.author_id = any(circle)
)`;

/** Whether a legal hold on a locked case is open. */
export async function isOnHold(tx: Tx, caseId: number): Promise<boolean> {
  const hold = await tx
    .selectFrom('legal_hold')
    .select('id')
    .where('case_id', '=', caseId)
    .where('lifted_at', 'is', null)
    .executeTakeFirst();
  return hold !== undefined;
}

/**
 * Refuses what would destroy evidence of a locked case, such as files, comments, marks and shipments, while a hold is
 * open.
 */
export async function requireNoHold(tx: Tx, caseId: number): Promise<void> {
  if (await isOnHold(tx, caseId)) throw new Refusal('case_on_hold');
}
