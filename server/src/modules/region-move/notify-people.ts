import type { EventName } from '@cusp/contract/event-names';
import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import type { Doer } from '../../platform/http/actor.ts';
import type { Work } from '../../platform/work.ts';
import { peopleAround } from '../case-access/circle.sql.ts';
import { peopleOf } from './moved-rows.ts';

/** Makes the open pages of people reload the data that a move has changed. */
export async function notifyPeople(
  work: Work<Doer>,
  name: Extract<EventName, 'region_move_changed' | 'region_moved'>,
  people: readonly number[],
): Promise<void> {
  await work.record({ name, audience: await peopleAround(work.tx, people) });
}

/** All people outside of a circle who have a case or a connection with a member of it. */
export async function partnersOutside(db: DbOrTx, circle: readonly number[]): Promise<number[]> {
  const people = peopleOf(circle);
  const { rows } = await sql<{ id: number }>`
    select id from (
      select author_id as id from case_tally where recipient_id = ${people}
      union select recipient_id from case_tally where author_id = ${people}
      union select owner_id from connection where user_id = ${people} and status = 'ACCD'
      union select user_id from connection where owner_id = ${people} and status = 'ACCD'
    ) as partner where id is not null and not id = ${people}
  `.execute(db);
  return rows.map(({ id }) => id);
}
