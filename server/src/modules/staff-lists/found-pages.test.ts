import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestApp } from '../../testing/test-app.ts';
import { deviceList } from '../device-admin/staff-devices.sql.ts';
import { connectionList } from '../party-admin/staff-connections.sql.ts';
import { userList } from '../user-admin/staff-users.sql.ts';
import { peopleList } from '../user-admin/user-locations.sql.ts';
import { COMMON, type LongList, pageOfIds } from './long-list.sql.ts';

const t = await openTestApp();
const { db } = t.services;

/** More than the rows that are tested in order. */
const MANY = 11_000;
const PAGE = 100;

/**
 * `dichtwort` is in half of all rows, `streuwort` in one of ten, `endwort` in the last tenth of every order, `seltwort` in
 * twenty. Many rows have the same sort keys, and half of the devices have no date.
 */
const wordsOf = (n: RawBuilder<unknown>) => sql`
  case when ${n} * 7919 % 2 = 0 then 'dichtwort ' else '' end || case when ${n} * 7919 % 10 = 3 then 'streuwort ' else '' end
  || case when ${n} > ${MANY} - ${MANY} / 10 then 'endwort ' else '' end || case when ${n} % ${MANY / 20} = 9 then 'seltwort' else '' end
`;
const n = sql.ref('n');
await sql`
  insert into app_user (email, email_key, first_name, last_name, role, institution, country, region, activated_at, created_at)
  select mail, mail, 'First', 'Last' || lpad((n / 3)::text, 5, '0'),
    case when n % 20 = 0 then 'Dealer' else 'Dental Clinic' end, ${wordsOf(n)},
    case when n % 4 = 0 then 'DE' when n % 50 = 1 then 'NZ' else 'US' end, 'us', now(),
    timestamptz '2026-01-01' + n / 5 * interval '1 minute'
  from generate_series(1, ${MANY}::int) as n, lateral (select 'p' || lpad(n::text, 5, '0') || '@cusp.example' as mail) as made
`.execute(db);
await sql`
  insert into device (udi, udi_key, udi_kind, serial_no, serial_key, model, prod_date)
  select 'U' || n, 'U' || n, 'other', 'S' || n, 'S' || n, ${wordsOf(n)},
    case when n % 2 = 0 then date '2020-01-01' + n / 40 end
  from generate_series(1, ${MANY}::int) as n
`.execute(db);
await sql`
  insert into connection (owner_id, user_id, email, email_key, pair_key, status, created_at)
  select id, lead(id, 3) over (order by id), 'guest@cusp.example', 'guest@cusp.example', 'pair ' || id, 'ACCD', created_at
  from app_user order by id limit 6000
`.execute(db);
await sql`analyze`.execute(db);

const people = (country: string) =>
  peopleList(db, { country, role: '', region: '', confirmed: '' } as Parameters<typeof peopleList>[1]);

interface Asked {
  list: LongList;
  sorts: readonly string[];
  /** Condition by which a row matches a word. */
  has(word: string): RawBuilder<boolean>;
}

const ofUser = (word: string) => sql<boolean>`institution like ${`%${word}%`}`;
const users = ['created asc', 'created desc', 'name asc', 'country desc'];
const LISTS: Record<string, Asked> = {
  users: { list: userList(db, ''), sorts: users, has: ofUser },
  'users of a role': { list: userList(db, 'Dealer'), sorts: ['created desc'], has: ofUser },
  'people of a country': { list: people('DE'), sorts: ['created asc', 'created desc'], has: ofUser },
  'people of a small country': { list: people('NZ'), sorts: ['created desc'], has: ofUser },
  devices: {
    list: deviceList(db, false),
    sorts: ['udi asc', 'prod_date asc', 'prod_date desc'],
    has: (word) => sql<boolean>`model like ${`%${word}%`}`,
  },
  connections: {
    list: connectionList(db),
    sorts: ['requested desc'],
    has: (word) => sql<boolean>`exists (
      select from app_user as person where person.id in (owner_id, user_id) and institution like ${`%${word}%`}
    )`,
  },
};

/** The hits of a search, filtered from the whole list. */
async function hitsOf({ list, has }: Asked, word: string, sort: string): Promise<number[]> {
  const [column = '', direction = ''] = sort.split(' ');
  const { rows } = await sql<{ id: number }>`
    select id from ${list.table} where ${sql.join([...list.where, has(word)], sql` and `)}
    order by ${list.sorts[column]} ${sql.raw(direction)}, id ${sql.raw(direction)}
  `.execute(db);
  return rows.map(({ id }) => id);
}

test.each(Object.entries(LISTS))(
  'pages of a search in %s are those of the whole list, whatever share of the rows has the word',
  async (_, asked) => {
    for (const word of ['dichtwort', 'streuwort', 'endwort', 'seltwort', 'niewort'])
      for (const sort of asked.sorts) {
        const hits = await hitsOf(asked, word, sort);
        const isCut = hits.length >= COMMON;
        const total = isCut ? COMMON : hits.length;
        // Near, far, again, and next to cached places; without pages beyond the last.
        for (const page of [1, 3, 8, 7, 9, 8, 10, 1].filter((each) => (each - 1) * PAGE < Math.max(total, 1)))
          expect(
            await pageOfIds(db, asked.list, { search: word, sort, page, num_per_page: PAGE }),
            `${word}, ${sort}, page ${page}`,
          ).toEqual({
            number: page,
            total,
            isCut,
            ids: hits.slice((page - 1) * PAGE, Math.min(page * PAGE, total)),
          });
      }
  },
);
