import { sql } from 'kysely';
import type { Doer } from '../../platform/http/actor.ts';
import type { Work } from '../../platform/work.ts';
import { circleOf, practiceSql } from '../case-access/circle.sql.ts';
import { haveCasesMoved } from '../case-access/moved-cases.sql.ts';
import { delayStatements } from '../case-access/stated-circles.ts';
import { planAgain } from '../case-access/work-calendar.sql.ts';

/** Call this in the transaction in which people join or leave a group, with all former and current members. */
export async function noteCircles(work: Work<Doer>, people: readonly number[]): Promise<void> {
  // The calendar of a practice is that of its owner.
  await planAgain(work.tx, people);
  await queueCircles(work, people);
}

/** One job per practice: it states the circle as it is when it runs, so a waiting job covers this change too. */
async function queueCircles(work: Work<Doer>, people: readonly number[]): Promise<void> {
  if (!work.services.config.peer) return;
  await delayStatements(work.tx);
  const { rows } = await sql<{ id: number }>`
    select distinct ${practiceSql(sql.ref('person'))} as id from unnest(${[...people]}::bigint[]) as person order by id
  `.execute(work.tx);
  for (const { id } of rows)
    await work.enqueue('practice-changed', { people: [id] }, { singletonKey: String(id), personId: id });
}

/**
 * Call this when a person changes data that the other region stores for its guests, such as the address and their mail
 * settings. Colleagues of a guest are stored there too. For people without a relation to the other region only ids are
 * sent, because only that region knows whose name it stores.
 */
export async function noteGuest(work: Work<Doer>, userId: number): Promise<void> {
  const { rows } = await sql<{ isGuest: boolean }>`
    select exists (
      select from unnest(${circleOf(userId)}) as mate where exists (select from session where user_id = mate and visited_at is not null)
        or exists (
          select from connection join app_user as partner on partner.id in (owner_id, user_id)
          where mate in (owner_id, user_id) and presence <> 'home'
        )
    ) as "isGuest"
  `.execute(work.tx);
  if (rows[0]?.isGuest) return queueCircles(work, [userId]);
  if (!work.services.config.peer || !(await haveCasesMoved(work.tx))) return;
  await delayStatements(work.tx);
  await work.enqueue('guest-changed', { userId }, { singletonKey: String(userId), personId: userId });
}
