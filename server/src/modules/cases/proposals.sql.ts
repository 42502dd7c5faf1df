import type { OrderChange, OrderFields } from '@cusp/contract/order-fields';
import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../../platform/db/database.ts';
import type { PersonRow } from '../people/person.present.ts';
import { personJson } from '../people/person.sql.ts';

/** The newest edit of an order while it waits for an answer or after it was declined. */
export interface ProposalRow {
  id: number;
  state: 'open' | 'declined';
  base_version: number;
  changes: OrderChange[];
  fields: OrderFields;
  maker: PersonRow | null;
  made_at: string;
  answerer: PersonRow | null;
  reason: string;
}

/**
 * The proposed order of the case in `dental_case`. Fields that it lacks, because a server of the previous release stored
 * it, are those of the case.
 */
const proposedFields = sql<OrderFields | null>`
  jsonb_build_object('connectorChoices', dental_case.connector_choices) || order_change.fields`;

/** The proposal of the case in `dental_case`, as one JSON column; null if the newest edit was no proposal. */
export const proposalOf = sql<ProposalRow | null>`(
  select case when newest.state in ('open', 'declined') then json_build_object(
    'id', newest.id, 'state', newest.state, 'base_version', newest.base_version, 'changes', newest.changes,
    'fields', newest.proposed, 'maker', ${personJson('maker')}, 'made_at', newest.made_at,
    'answerer', ${personJson('answerer')}, 'reason', newest.reason
  ) end
  from (select order_change.*, ${proposedFields} as proposed from order_change where case_id = dental_case.id order by id desc limit 1) as newest
  left join app_user as maker on maker.id = newest.made_by
  left join app_user as answerer on answerer.id = newest.ended_by
)`;

/** The proposal that waits for an answer; the caller must hold the lock on its case. */
export const openProposal = (tx: Tx, caseId: number) =>
  tx
    .selectFrom('order_change')
    .innerJoin('dental_case', 'dental_case.id', 'order_change.case_id')
    .select(['order_change.id', 'base_version', 'changes'])
    .select(proposedFields.as('fields'))
    .where('case_id', '=', caseId)
    .where('state', '=', 'open')
    .executeTakeFirst();

type Ending =
  | { state: 'withdrawn' | 'replaced' | 'lapsed'; endedBy: number }
  | { state: 'declined'; endedBy: number; reason: string }
  | { state: 'accepted'; endedBy: number; version: number };

/** Ends the open proposal, if any. The proposed order is kept only if it was declined. */
export async function endOpenProposal(tx: Tx, caseId: number, ending: Ending): Promise<void> {
  await tx
    .updateTable('order_change')
    .set({
      state: ending.state,
      ended_by: ending.endedBy,
      ended_at: sql`now()`,
      ...(ending.state === 'accepted' ? { version: ending.version } : {}),
      ...(ending.state === 'declined' ? { reason: ending.reason } : { fields: null }),
    })
    .where('case_id', '=', caseId)
    .where('state', '=', 'open')
    .execute();
}

/** Opens a proposal again that closing its case has ended. The caller must hold the lock on the case. */
export async function reopenProposal(
  tx: Tx,
  { id, fields }: { id: number; fields: OrderFields },
): Promise<void> {
  await tx
    .updateTable('order_change')
    .set({ state: 'open', ended_by: null, ended_at: null, fields: JSON.stringify(fields) })
    .where('id', '=', id)
    .where('state', '=', 'lapsed')
    .execute();
}

/** The person who last edited the order, or answered or withdrew an edit. */
export async function lastToEdit(db: DbOrTx, caseId: number) {
  return db
    .selectFrom('order_change')
    .innerJoin('app_user', (join) =>
      join.on('app_user.id', '=', sql`coalesce(order_change.ended_by, order_change.made_by)`),
    )
    .select(['app_user.id', 'first_name', 'last_name', 'institution', 'picture_key', 'deleted_at'])
    .where('order_change.case_id', '=', caseId)
    .orderBy('order_change.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
