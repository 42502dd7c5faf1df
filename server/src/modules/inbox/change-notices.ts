import { SNOOZE_MAX_DAYS } from '@cusp/contract/inbox.routes';
import type { Done } from '@cusp/contract/wire';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../platform/http/actor.ts';
import type { ListPlace } from '../../platform/http/list-place.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { noticesUpTo } from './inbox.sql.ts';

type Change = 'read' | 'unread' | 'done' | 'open' | 'snooze' | 'undo';

const DAY_MS = 24 * 3600 * 1000;

/** Columns that `undo` restores. */
const KEPT = ['place', 'read_at', 'done_at', 'snoozed_until'] as const;
const asItIs = sql`jsonb_build_object(${sql.join(KEPT.flatMap((column) => [sql.lit(column), sql.ref(column)]))})`;
const asItWas = sql.join(
  KEPT.map(
    (column) => sql`${sql.ref(column)} = case when was is null then ${sql.ref(column)}
      else (was ->> ${sql.lit(column)})::timestamptz end`,
  ),
);

/**
 * Columns that each change sets. A snoozed notice comes back as unread; if the snooze ends early, its position is now.
 */
const SETS: Record<Change, RawBuilder<unknown>> = {
  read: sql`read_at = coalesce(read_at, now())`,
  unread: sql`read_at = null`,
  done: sql`done_at = coalesce(done_at, now()), read_at = coalesce(read_at, now()),
    snoozed_until = null, place = least(place, now()), was = case when done_at is null then ${asItIs} else was end`,
  open: sql`done_at = null, snoozed_until = null, place = least(place, now()), was = null`,
  snooze: sql`done_at = null, read_at = null`,
  undo: sql`${asItWas}, was = null`,
};

/** Additional columns of a snooze; the same snooze again keeps the state before the first one. */
const pauseTo = (until: Date) => sql`, snoozed_until = ${until}::timestamptz, place = ${until}::timestamptz,
  was = case when done_at is null and snoozed_until = ${until}::timestamptz then was else ${asItIs} end`;

interface Wish {
  ids: readonly number[];
  change: Change;
  until?: string | undefined;
}

/**
 * Changes one's own notices; 404 if none of the ids is one's own. Repeating a change has no effect. `undo` takes back
 * the last `done` or `snooze`, but not for a notice that was renewed or reopened since.
 */
export const changeNotices = (services: Services, actor: Actor, { ids, change, until }: Wish) =>
  inTransaction(services, actor, async (work): Promise<Done> => {
    const moment = change === 'snooze' ? snoozeEnd(until) : undefined;
    if ((await apply(work, ids, change, moment)).length === 0) throw new Refusal('not_found');
    return {};
  });

/** Marks all notices that were in the inbox when the person looked; later ones are unchanged. */
export const changeAllNotices = (
  services: Services,
  actor: Actor,
  { change, upTo }: { change: 'read' | 'done'; upTo: ListPlace },
) =>
  inTransaction(services, actor, async (work) => {
    const changed = await apply(work, await noticesUpTo(work.tx, actor.userId, upTo), change);
    return { ids: changed.map(({ id }) => id) };
  });

function snoozeEnd(until: string | undefined): Date {
  const moment = new Date(until ?? '');
  const wait = moment.getTime() - Date.now();
  if (!(wait > 0 && wait <= SNOOZE_MAX_DAYS * DAY_MS)) throw new Refusal('data_invalid', 'until');
  return moment;
}

/**
 * Changes those of these notices that are the person's own, and returns them. All changes of several notices lock them
 * by id, so that they cannot deadlock.
 */
async function apply(work: Work, ids: readonly number[], change: Change, until?: Date) {
  const { userId } = work.actor;
  const { rows } = await sql<{ id: number }>`
    with own as materialized (
      select id from inbox_item where user_id = ${userId} and id = any(${[...ids]}::bigint[])
      order by id for update
    )
    update inbox_item set ${SETS[change]} ${until ? pauseTo(until) : sql``}
    where id in (select id from own)
    returning id
  `.execute(work.tx);
  if (rows.length > 0) await work.record({ name: 'inbox_changed', audience: [userId] });
  return rows;
}
