import { sql } from 'kysely';
import * as z from 'zod';
import { type Actor, NOBODY } from '../../platform/http/actor.ts';
import { otherRegion } from '../../platform/region/signed-request.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { haveCasesMoved } from '../case-access/moved-cases.sql.ts';
import { readOwnCircle, StatedCircles, takeCircles } from '../case-access/stated-circles.ts';
import { isLivingGuest } from '../people/living-guest.sql.ts';
import { circleWith } from './circle-calls.ts';

/** The person who asks, with their current group at home: the asked region decides what is theirs. */
export const Asker = z.object({ user_id: z.number().int().positive(), circles: StatedCircles });
type Asker = z.output<typeof Asker>;

/** A practice has holds and links in the other region only on cases that have moved. */
export const mayHaveElsewhere = async ({ db, config }: Services): Promise<boolean> =>
  config.peer !== null && (await haveCasesMoved(db));

export const askerOf = async (services: Services, { userId }: Actor): Promise<Asker> => ({
  user_id: userId,
  circles: await circleWith(services, userId),
});

/**
 * The same for a read-only question, which does not wait for changes of groups. The first page has the person: only the
 * owner of a group may ask.
 */
export const readerOf = async ({ db }: Services, { userId }: Actor): Promise<Asker> => ({
  user_id: userId,
  circles: await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => readOwnCircle(tx, userId)),
});

/**
 * The guests here for whom the person who asks is responsible at home; empty for members of another owner's group, or
 * if the page of the circle lacks the person and so does not show whether they are a member.
 */
export async function statedPractice(
  services: Services,
  { user_id: userId, circles }: Asker,
): Promise<number[]> {
  if (!circles.ids.includes(userId) || !(await isLivingGuest(services, userId))) return [];
  const { rows } = await sql`
    select from json_populate_recordset(null::group_member, ${circles.members}::json)
    where user_id = ${userId} and status = 'ACCD'
  `.execute(services.db);
  return rows.length > 0 ? [] : guestsAmong(services, circles.circle ?? circles.ids);
}

/** People who are guests here, also if they are blocked. */
export async function guestsAmong({ db, config }: Services, ids: readonly number[]): Promise<number[]> {
  const guests = await db
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('presence', 'in', ['guest', 'moved'])
    .where('region', '=', otherRegion(config.region))
    .execute();
  return guests.map(({ id }) => id);
}

/** Whether a person is a guest here; stores the group that they have at home. */
export async function isKnown(services: Services, { user_id: userId, circles }: Asker): Promise<boolean> {
  if (!(await isLivingGuest(services, userId))) return false;
  await inTransaction(services, NOBODY, (work) => takeCircles(work, circles));
  return true;
}
