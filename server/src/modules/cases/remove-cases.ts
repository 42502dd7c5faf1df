import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import { transact } from '../../platform/db/database.ts';
import { record } from '../../platform/events/record.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { audienceOf, lockCase } from './case-in-hand.sql.ts';
import { mayDelete } from './cases.policy.ts';

/** Deletes cases for both sides, all or none. Rows, files and log stay for the retention that the law asks. */
export async function removeCases(services: Services, actor: Actor, caseIds: readonly number[]) {
  return transact(services.db, async (tx) => {
    const ids = [...new Set(caseIds)].sort((a, b) => a - b);
    const cases = [];
    // One by one in id order: two deletions of the same cases queue up instead of blocking each other.
    for (const id of ids) cases.push(await lockCase(tx, actor.userId, id));
    if (!cases.every(mayDelete)) throw new Refusal('case_not_deletable');
    await tx
      .updateTable('dental_case')
      .set({ deleted_at: sql`now()`, updated_at: sql`now()` })
      .where('id', 'in', ids)
      .execute();
    await tx.deleteFrom('unread_comment').where('case_id', 'in', ids).execute();
    // One event for each pair of parties: nobody hears of a case that was not theirs.
    const pairs = Map.groupBy(cases, (each) => `${each.author_id} ${each.recipient_id}`);
    for (const [first, ...rest] of pairs.values()) {
      if (!first) continue;
      await record(tx, services.hub, actor, {
        name: 'posts_deleted',
        ...(rest.length === 0 ? { caseId: first.id } : {}),
        audience: await audienceOf(tx, first),
        ids: { cases: [first, ...rest].map((each) => each.id) },
      });
    }
    for (const id of ids) await audit(tx, actor, { action: 'case_deleted', caseId: id });
    return {};
  });
}
