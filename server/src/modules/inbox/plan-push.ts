import type { InboxKind } from '@cusp/contract/inbox.routes';
import { sql } from 'kysely';
import type { Doer } from '../../platform/http/actor.ts';
import type { Work } from '../../platform/work.ts';

/** People who look at Cusp have read the notice by then. */
const WAIT_MS = 10_000;

export interface Kept {
  id: number;
  user_id: number;
  kind: InboxKind;
}

/** Schedules notifications of new notices in each browser of people who chose their kind. */
export async function planPush(work: Work<Doer>, kept: readonly Kept[]): Promise<void> {
  if (kept.length === 0) return;
  const { rows } = await sql<{ user_id: number; browser_id: number; push_kinds: InboxKind[] }>`
    select app_user.id as user_id, browser.id as browser_id, push_kinds
    from app_user
      join session on session.user_id = app_user.id
      join push_subscription as browser on browser.session_id = session.id
    where app_user.id = any(${kept.map(({ user_id }) => user_id)}::bigint[]) and session.ended_at is null
  `.execute(work.tx);
  const startAfter = new Date(Date.now() + WAIT_MS);
  for (const { id: noticeId, user_id: userId, kind } of kept)
    for (const { user_id, browser_id: browserId, push_kinds } of rows)
      if (user_id === userId && push_kinds.includes(kind))
        // Of the person who named the address, because a slow one must not delay what others get.
        await work.enqueue('push', { userId, noticeId, browserId }, { startAfter, personId: userId });
}
