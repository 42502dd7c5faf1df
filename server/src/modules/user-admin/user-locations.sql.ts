import type { peopleOfCountry, UserPlace } from '@cusp/contract/user-locations';
import { NO_COUNTRY } from '@cusp/contract/user-locations.routes';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { DbOrTx } from '../../platform/db/database.ts';
import { serverLocOf } from '../../platform/region/region.ts';
import type { LongList } from '../staff-lists/long-list.sql.ts';

type Wish = z.output<typeof peopleOfCountry.query>;

/** The tally of people, maintained by triggers. */
export async function userPlaces(db: DbOrTx): Promise<UserPlace[]> {
  const rows = await db
    .selectFrom('user_place_tally')
    .selectAll()
    .where('count', '>', 0)
    .orderBy('country')
    .orderBy('role')
    .orderBy('region')
    .orderBy('is_confirmed')
    .execute();
  return rows.map(({ country, region, ...row }) => ({
    ...row,
    country: country || NO_COUNTRY,
    region: serverLocOf(region),
  }));
}

/**
 * The people selected by some of these facts; within a country, the id, which grows with time, determines the order.
 */
export const peopleList = (db: DbOrTx, { country, role, region, confirmed }: Wish): LongList => {
  const code = country === NO_COUNTRY ? '' : country;
  const narrowed = [
    ...(role ? [sql<boolean>`role = ${role}`] : []),
    ...(region ? [sql<boolean>`region = ${region.toLowerCase()}`] : []),
  ];
  return {
    table: sql`app_user`,
    where: [
      sql<boolean>`deleted_at is null`,
      sql<boolean>`presence = 'home'`,
      sql<boolean>`country = ${code}`,
      ...narrowed,
      ...(confirmed ? [sql<boolean>`(activated_at is not null) = ${confirmed === 'yes'}`] : []),
    ],
    searched: sql`(search_name || search_institution || ' ' || email_key)`,
    sorts: { created: sql`id` },
    isNarrowed: Boolean(role || region || confirmed),
    isPart: true,
    async count() {
      const where = [
        sql<boolean>`country = ${code}`,
        ...narrowed,
        ...(confirmed ? [sql<boolean>`is_confirmed = ${confirmed === 'yes'}`] : []),
      ];
      const { rows } = await sql<{ count: number }>`
        select coalesce(sum(count), 0)::bigint as count from user_place_tally where ${sql.join(where, sql` and `)}
      `.execute(db);
      return rows[0]?.count ?? 0;
    },
  };
};
