import type { Tx } from '../../platform/db/database.ts';
import { record } from '../../platform/events/record.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { audienceOf, type CaseInHand } from '../case-access/case-in-hand.sql.ts';

type Told = Pick<CaseInHand, 'id' | 'author_id' | 'recipient_id'>;

/** One event for each pair of parties: nobody hears of a case that was not theirs. */
export async function tellOfCases(
  tx: Tx,
  services: Services,
  actor: Actor,
  name: 'posts_deleted' | 'posts_restored',
  cases: readonly Told[],
): Promise<void> {
  const pairs = Map.groupBy(cases, (each) => `${each.author_id} ${each.recipient_id}`);
  for (const [first, ...rest] of pairs.values()) {
    if (!first) continue;
    await record(tx, services.hub, actor, {
      name,
      ...(rest.length === 0 ? { caseId: first.id } : {}),
      audience: await audienceOf(tx, first),
      ids: { cases: [first, ...rest].map((each) => each.id) },
    });
  }
}
