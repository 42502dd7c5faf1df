import { sql } from 'kysely';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { queuePurge } from '../purge/purge-case.ts';
import { lockOwnCase } from './drafts.sql.ts';

/** Discards a draft; a job removes its content and the bytes of its files. Its number stays taken. */
export async function discardDraft(services: Services, actor: Actor, draftId: number) {
  await inTransaction(services, actor, async (work) => {
    const draft = await lockOwnCase(work.tx, actor.userId, draftId);
    if (draft.published_at) throw new Refusal('not_found');
    await work.tx
      .updateTable('dental_case')
      .set({ client_key: null, recipient_id: null, author_removed_at: sql`now()` })
      .where('id', '=', draft.id)
      .execute();
    await queuePurge(work, draft.id);
  });
  return {};
}
