import { PRESENCE_KEPT_S, TYPING_KEPT_S } from '@cusp/contract/presence.routes';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { type CaseInHand, visibleCase } from '../case-access/case-in-hand.sql.ts';
import { audienceOf } from '../case-access/visible-cases.sql.ts';
import { nameOf, type PersonRow, pictureOf } from '../people/person.present.ts';

export interface Visit {
  caseId: number;
  visit: string;
}

/**
 * Records that a person has a case open: returns the others who do, and notifies them if that is new. Not stored as
 * events, because presence matters only now and the next heartbeat makes up for a lost message.
 */
export async function heartbeat(
  services: Services,
  actor: Actor,
  { caseId, visit, typing }: Visit & { typing: boolean },
) {
  const { db } = services;
  const { userId } = actor;
  const dentalCase = await visibleCase(db, userId, caseId);
  const isNews = await keepVisit(services, actor, { caseId: dentalCase.id, visit, typing });
  const here = await othersHere(services, userId, dentalCase);
  if (isNews) broadcastPeople(services, dentalCase, here);
  return {
    people: here.map((person) => ({
      id: person.id,
      name: nameOf(person),
      picture: pictureOf(person),
      is_typing: person.typing,
    })),
  };
}

/** Ends a visit. Does nothing if it has ended or the case is gone. */
export async function leaveCase(services: Services, { userId }: Actor, { caseId, visit }: Visit) {
  const { db } = services;
  const dentalCase = await visibleCase(db, userId, caseId);
  const { numDeletedRows } = await db
    .deleteFrom('case_visit')
    .where('case_id', '=', dentalCase.id)
    .where('user_id', '=', userId)
    .where('visit', '=', visit)
    .executeTakeFirst();
  if (numDeletedRows > 0n)
    broadcastPeople(services, dentalCase, await othersHere(services, userId, dentalCase));
  return {};
}

async function othersHere({ db }: Services, userId: number, dentalCase: CaseInHand): Promise<HereRow[]> {
  const audience = await audienceOf(db, dentalCase);
  return peopleHere(db, { caseId: dentalCase.id, audience, but: userId });
}

const broadcastPeople = ({ hub }: Services, { id }: CaseInHand, here: readonly HereRow[]): void =>
  hub.broadcast(
    id,
    here.map((person) => person.id),
  );

/** Whether something changed for the others: the person came, or began or stopped typing. */
async function keepVisit(
  { db }: Services,
  { userId, sessionId }: Actor,
  { caseId, visit, typing }: Visit & { typing: boolean },
): Promise<boolean> {
  const until = typing ? sql`now() + make_interval(secs => ${TYPING_KEPT_S})` : sql`null::timestamptz`;
  const { rows } = await sql<{ news: boolean }>`
    insert into case_visit (case_id, user_id, visit, session_id, typing_until)
    values (${caseId}, ${userId}, ${visit}, ${sessionId}, ${until})
    on conflict (case_id, user_id, visit) do update
      set seen_at = now(), session_id = excluded.session_id, typing_until = excluded.typing_until
    returning old.seen_at is null
      or old.seen_at < now() - make_interval(secs => ${PRESENCE_KEPT_S})
      or coalesce(old.typing_until > now(), false) <> ${typing} as news
  `.execute(db);
  return rows[0]?.news ?? false;
}

/** Housekeeping: removes visits whose pages have been silent for long. */
export async function tidyPresence({ db }: Services): Promise<void> {
  await db
    .deleteFrom('case_visit')
    .where('seen_at', '<', sql<Date>`now() - make_interval(secs => ${PRESENCE_KEPT_S})`)
    .execute();
}

interface HereRow extends PersonRow {
  typing: boolean;
}

/** The people of an audience, except one, who have the case open, in order of arrival. */
async function peopleHere(
  db: Db,
  { caseId, audience, but }: { caseId: number; audience: readonly number[]; but: number },
): Promise<HereRow[]> {
  return await db
    .selectFrom('case_visit as visit')
    .innerJoin('app_user as person', 'person.id', 'visit.user_id')
    .select(['person.id', 'person.first_name', 'person.last_name', 'person.institution'])
    .select(['person.picture_key', 'person.deleted_at'])
    .select(sql<boolean>`coalesce(bool_or(visit.typing_until > now()), false)`.as('typing'))
    .where('visit.case_id', '=', caseId)
    .where('visit.user_id', '<>', but)
    .where('visit.user_id', '=', sql<number>`any(${[...audience]}::bigint[])`)
    .where('visit.seen_at', '>', sql<Date>`now() - make_interval(secs => ${PRESENCE_KEPT_S})`)
    .where('person.deleted_at', 'is', null)
    .groupBy('person.id')
    .orderBy(sql`min(visit.began_at)`)
    .execute();
}
