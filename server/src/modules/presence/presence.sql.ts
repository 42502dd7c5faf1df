import { PRESENCE_KEPT_S } from '@cusp/contract/presence.routes';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { PersonRow } from '../people/person.present.ts';

export interface HereRow extends PersonRow {
  typing: boolean;
}

/** The people of an audience, except one, who have the case open, in order of arrival. */
export async function peopleHere(
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
