import type { StatusCode, UserType } from '@cusp/contract/cases';
import { sql } from 'kysely';
import { compiled } from '../../platform/db/compiled.ts';
import type { DbOrTx, Tx } from '../../platform/db/database.ts';
import { found } from '../../platform/http/refusal.ts';
import { sideOf } from './case-access.policy.ts';
import { casesVisibleTo } from './visible-cases.sql.ts';

/** Data of a sent case that use cases need. */
export interface CaseInHand {
  id: number;
  no: string;
  status: StatusCode;
  prev_status: StatusCode | null;
  author_id: number;
  recipient_id: number;
  assignee_id: number | null;
  side: UserType;
}

const caseInHand = (db: DbOrTx, userId: number, caseId: number) =>
  db
    .selectFrom('dental_case')
    .select(['id', 'no', 'status', 'prev_status', 'author_id', 'assignee_id'])
    .select(sql<number>`recipient_id`.as('recipient_id'))
    .select(sideOf(userId).as('side'))
    .where('id', '=', caseId)
    .where(casesVisibleTo(userId));

/** Reads a case that the person sees; throws `not_found` otherwise. */
export async function visibleCase(db: DbOrTx, userId: number, caseId: number): Promise<CaseInHand> {
  const [dentalCase] = await visible(db, { userId, caseId });
  return found(dentalCase);
}

const visible = compiled((db, { userId, caseId }: { userId: number; caseId: number }) =>
  caseInHand(db, userId, caseId),
);

/** Like the above, and locks the row until the transaction ends. */
export async function lockCase(tx: Tx, userId: number, caseId: number): Promise<CaseInHand> {
  return found(await lockIfVisible(tx, userId, caseId));
}

/** Like the above for one of several cases; returns nothing if the person does not see it. */
export const lockIfVisible = (tx: Tx, userId: number, caseId: number): Promise<CaseInHand | undefined> =>
  caseInHand(tx, userId, caseId).forNoKeyUpdate().executeTakeFirst();
