import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { openTestApp } from '../../testing/test-app.ts';
import { deviceList } from '../device-admin/staff-devices.sql.ts';
import { connectionList } from '../party-admin/staff-connections.sql.ts';
import { userList } from '../user-admin/staff-users.sql.ts';
import { peopleList } from '../user-admin/user-locations.sql.ts';
import { COMMON, type LongList, pageOfIds } from './long-list.sql.ts';
import { KEPT_MS } from './places.ts';

const t = await openTestApp();
const { db } = t.services;

/** More than the rows that are tested in order. */
const MANY = 11_000;
const PAGE = 100;

/**
 * `dichtwort` is in half of all rows, `streuwort` in one of ten, `endwort` in the last tenth of every order, `seltwort`
 * in twenty. Many rows have the same sort keys, and half of the devices have no date.
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
  /** All that a row is searched by. */
  texts: RawBuilder<string>;
}

const textsOf = (person: string) =>
  sql<string>`${sql.ref(person)}.first_name || ' ' || ${sql.ref(person)}.last_name || ' ' || ${sql.ref(person)}.institution || ' ' || ${sql.ref(person)}.email`;
const ofUser = (word: string) => sql<boolean>`institution like ${`%${word}%`}`;
const users = ['created asc', 'created desc', 'name asc', 'country desc'];
const LISTS: Record<string, Asked> = {
  users: { list: userList(db, ''), sorts: users, has: ofUser, texts: textsOf('app_user') },
  'users of a role': {
    list: userList(db, 'Dealer'),
    sorts: ['created desc'],
    has: ofUser,
    texts: textsOf('app_user'),
  },
  'people of a country': {
    list: people('DE'),
    sorts: ['created asc', 'created desc'],
    has: ofUser,
    texts: textsOf('app_user'),
  },
  'people of a small country': {
    list: people('NZ'),
    sorts: ['created desc'],
    has: ofUser,
    texts: textsOf('app_user'),
  },
  devices: {
    list: deviceList(db, false),
    sorts: ['udi asc', 'prod_date asc', 'prod_date desc'],
    has: (word) => sql<boolean>`model like ${`%${word}%`}`,
    texts: sql<string>`udi || ' ' || serial_no || ' ' || model`,
  },
  connections: {
    list: connectionList(db),
    sorts: ['requested desc'],
    has: (word) => sql<boolean>`exists (
      select from app_user as person where person.id in (owner_id, user_id) and institution like ${`%${word}%`}
    )`,
    texts: sql<string>`(
      select string_agg(${textsOf('person')}, ' ') || case when user_id is null then ' ' || connection.email else '' end
      from app_user as person where person.id in (owner_id, user_id)
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

interface Row {
  id: number;
  words: string[];
}
const inOrder = new Map<string, Promise<Row[]>>();

/** All rows of a list in order, each with the words that it is searched by. */
async function rowsOf({ list, texts }: Asked, sort: string): Promise<Row[]> {
  const [column = '', direction = ''] = sort.split(' ');
  const { rows } = await sql<{ id: number; texts: string }>`
    select id, ${texts} as texts from ${list.table} where ${sql.join(list.where, sql` and `)}
    order by ${list.sorts[column]} ${sql.raw(direction)}, id ${sql.raw(direction)}
  `.execute(db);
  return rows.map((row) => ({ id: row.id, words: row.texts.toLowerCase().split(/\s+/) }));
}

const SEARCHES = 200;
const part = fc
  .tuple(
    fc.constantFrom(
      'Dichtwort',
      'streuwort',
      'endwort',
      'seltwort',
      'First',
      'Last00417',
      'p00417@cusp',
      'u417',
      's9',
      'x',
    ),
    fc.nat(6),
    fc.integer({ min: 1, max: 7 }),
  )
  .map(([word, from, length]) => word.slice(from % word.length, (from % word.length) + length));
const search = fc.record({
  list: fc.constantFrom(...Object.keys(LISTS)),
  sort: fc.nat(),
  words: fc.array(part, { minLength: 1, maxLength: 2 }),
  page: fc.integer({ min: 1, max: 10 }),
});

test(`${SEARCHES} random searches find what a look at each row finds, in its order`, async () => {
  await fc.assert(
    fc.asyncProperty(search, async ({ list, sort: at, words, page }) => {
      const asked = LISTS[list] as Asked;
      const sort = asked.sorts[at % asked.sorts.length] ?? '';
      const rows = inOrder.get(`${list} ${sort}`) ?? rowsOf(asked, sort);
      inOrder.set(`${list} ${sort}`, rows);
      // Two letters find the beginning of a word, three its middle too.
      const fits = (each: string, word: string) =>
        word.length < 3 ? each.startsWith(word) : each.includes(word);
      const hits = (await rows).filter((row) =>
        words.every((word) => row.words.some((each) => fits(each, word.toLowerCase()))),
      );
      const total = Math.min(hits.length, COMMON);
      const number = Math.max(1, Math.min(page, Math.ceil(total / PAGE)));
      const wish = { search: words.join(' '), sort, page, num_per_page: PAGE };
      expect(await pageOfIds(db, asked.list, wish)).toEqual({
        number,
        total,
        isCut: hits.length >= COMMON,
        ids: hits.slice((number - 1) * PAGE, Math.min(number * PAGE, total)).map(({ id }) => id),
      });
    }),
    { numRuns: SEARCHES },
  );
});

afterEach(() => {
  vi.useRealTimers();
});

test('a page far from the beginning of a search stays where it was for a minute, whatever goes before it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const list = userList(db, '');
  const read = async (page: number) =>
    (await pageOfIds(db, list, { search: 'dichtwort', sort: 'email asc', page, num_per_page: PAGE })).ids;
  const [first, far] = [await read(1), await read(8)];
  await db
    .updateTable('app_user')
    .set({ deleted_at: new Date() })
    .where('id', '=', first[0] ?? 0)
    .execute();
  expect(await read(1)).not.toContain(first[0]);
  expect(await read(8)).toEqual(far);
  vi.setSystemTime(Date.now() + KEPT_MS + 1);
  expect((await read(8)).slice(0, -1)).toEqual(far.slice(1));
});
