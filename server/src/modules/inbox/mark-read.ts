import type { InboxKind } from '@cusp/contract/inbox.routes';
import { sql } from 'kysely';
import type { Work } from '../../platform/work.ts';

/** Marks one's own notices about a case as read, because the person has just seen their subject. */
export async function markRead(work: Work, caseId: number, kinds: readonly InboxKind[]): Promise<void> {
  const { userId } = work.actor;
  const marked = await work.tx
    .updateTable('inbox_item')
    .set({ read_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('case_id', '=', caseId)
    .where('kind', 'in', [...kinds])
    .where('read_at', 'is', null)
    // Snoozed notices come back as unread.
    .where(sql<boolean>`(snoozed_until is null or snoozed_until <= now())`)
    .returning('id')
    .execute();
  if (marked.length > 0) await work.record({ name: 'inbox_changed', audience: [userId] });
}
