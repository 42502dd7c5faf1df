import type { InboxKind } from '@cusp/contract/inbox.routes';
import { sql } from 'kysely';
import type { Doer } from '../../platform/http/actor.ts';
import type { Work } from '../../platform/work.ts';

/** People who are using Cusp have read the notice by then. */
const WAIT_MS = 10_000;

export interface Kept {
  id: number;
  user_id: number;
  kind: InboxKind;
}

/** Schedules notifications of new notices for people who have a browser for them and chose their kind. */
export async function planPush(work: Work<Doer>, kept: readonly Kept[]): Promise<void> {
  if (kept.length === 0) return;
  const { rows } = await sql<{ id: number; push_kinds: InboxKind[] }>`
    select app_user.id, push_kinds from app_user
    where app_user.id = any(${kept.map(({ user_id }) => user_id)}::bigint[]) and exists (
      select from session join push_subscription as browser on browser.session_id = session.id
      where session.user_id = app_user.id and session.ended_at is null
    )
  `.execute(work.tx);
  const wanted = new Map(rows.map(({ id, push_kinds }) => [id, push_kinds]));
  const startAfter = new Date(Date.now() + WAIT_MS);
  for (const { id, user_id, kind } of kept)
    if (wanted.get(user_id)?.includes(kind))
      await work.enqueue('push', { userId: user_id, noticeId: id }, { startAfter });
}
