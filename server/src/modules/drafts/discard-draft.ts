import { type RawBuilder, sql } from 'kysely';
import type { Actor, Doer } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { draftsOf } from '../case-access/case-access.policy.ts';
import { queuePurge } from '../purge/purge-case.ts';
import { lockOwnCase } from './drafts.sql.ts';

/** Discards a draft of one's own. */
export async function discardDraft(services: Services, actor: Actor, draftId: number) {
  await inTransaction(services, actor, async (work) => {
    const draft = await lockOwnCase(work.tx, actor.userId, draftId);
    if (draft.published_at) throw new Refusal('not_found');
    await discardDrafts(work, sql<boolean>`(id = ${draft.id} and ${draftsOf(actor.userId)})`);
  });
  return {};
}

/** Discards drafts; a job removes their content and the bytes of their files. Their numbers stay taken. */
export async function discardDrafts(work: Work<Doer>, which: RawBuilder<boolean>): Promise<void> {
  const drafts = await work.tx
    .updateTable('dental_case')
    .set({ client_key: null, recipient_id: null, author_removed_at: sql`now()` })
    .where(which)
    .returning('id')
    .execute();
  for (const { id } of drafts) await queuePurge(work, id);
}
