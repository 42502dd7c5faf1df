import { SNOOZE_MAX_DAYS } from '@cusp/contract/inbox.routes';
import type { Done } from '@cusp/contract/wire';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { noticesUpTo, type Place } from './inbox.sql.ts';

type Change = 'read' | 'unread' | 'done' | 'open' | 'snooze';

const DAY_MS = 24 * 3600 * 1000;

/** What each change sets. One that was put off comes back as unread; the place of a pause that ends early is now. */
const SETS: Record<Change, RawBuilder<unknown>> = {
  read: sql`read_at = coalesce(read_at, now())`,
  unread: sql`read_at = null`,
  done: sql`done_at = coalesce(done_at, now()), read_at = coalesce(read_at, now()),
    snoozed_until = null, place = least(place, now())`,
  open: sql`done_at = null, snoozed_until = null, place = least(place, now())`,
  snooze: sql`done_at = null, read_at = null`,
};

interface Wish {
  ids: readonly number[];
  change: Change;
  until?: string | undefined;
}

/** Changes one's own notices; 404 if none of them is. Repeating a change changes nothing. */
export const changeNotices = (services: Services, actor: Actor, { ids, change, until }: Wish) =>
  inTransaction(services, actor, async (work): Promise<Done> => {
    const moment = change === 'snooze' ? snoozeEnd(until) : undefined;
    if ((await apply(work, ids, change, moment)).length === 0) throw new Refusal('not_found');
    return {};
  });

/** Marks all that was in the inbox when the person looked; what came since stays as it is. */
export const changeAllNotices = (
  services: Services,
  actor: Actor,
  { change, upTo }: { change: 'read' | 'done'; upTo: Place },
) =>
  inTransaction(services, actor, async (work) => {
    const changed = await apply(work, await noticesUpTo(work.tx, actor.userId, upTo), change);
    const unread = changed.filter(({ was_unread }) => was_unread);
    return { ids: changed.map(({ id }) => id), unread: unread.map(({ id }) => id) };
  });

function snoozeEnd(until: string | undefined): Date {
  const moment = new Date(until ?? '');
  const wait = moment.getTime() - Date.now();
  if (!(wait > 0 && wait <= SNOOZE_MAX_DAYS * DAY_MS)) throw new Refusal('data_invalid', 'until');
  return moment;
}

/** Changes those of these notices that are the person's own, and returns them. */
async function apply(work: Work, ids: readonly number[], change: Change, until?: Date) {
  const { userId } = work.actor;
  const also = until ? sql`, snoozed_until = ${until}::timestamptz, place = ${until}::timestamptz` : sql``;
  const { rows } = await sql<{ id: number; was_unread: boolean }>`
    update inbox_item set ${SETS[change]} ${also}
    where user_id = ${userId} and id = any(${[...ids]}::bigint[])
    returning id, old.read_at is null as was_unread
  `.execute(work.tx);
  if (rows.length > 0) await work.record({ name: 'inbox_changed', audience: [userId] });
  return rows;
}
