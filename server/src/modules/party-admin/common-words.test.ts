import type { CountedPage } from '@cusp/contract/staff-lists';
import type { StaffCase, StaffConnection } from '@cusp/contract/staff-parties';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createCase, createConnection, createLabUser, createUser } from '../../testing/factories.ts';
import { openTestApp } from '../../testing/test-app.ts';
import { COMMON } from '../staff-lists/long-list.sql.ts';

const t = await openTestApp();
const { db } = t.services;
const staff = await t.asStaff(await createUser(t.services, { is_staff: true }));

/** One more than a search looks for, and even. */
const MANY = 2 * COMMON + 2;

const addPeople = (institution: string) =>
  sql`
    insert into app_user (email, email_key, first_name, last_name, role, institution, country, region, activated_at)
    select mail, mail, 'First', 'Last' || n, 'Dental Clinic', ${institution}, 'DE', 'us', now()
    from generate_series(1, ${MANY}::int) as n, lateral (select ${institution} || n || '@cusp.example' as mail) as made
  `.execute(db);

/** The first with the second, the third with the fourth, and so on: as many rows as two sides allow at least. */
const pairsOf = (institution: string) => sql`(
  select id, partner, n from (
    select id, lead(id) over (order by id) as partner, row_number() over (order by id) as n
    from app_user where institution = ${institution}
  ) as person where n % 2 = 1
) as pair`;

await addPeople('Verwaist');
await addPeople('Gemeinschaft');
await sql`
  insert into dental_case (no, author_id, recipient_id, published_at)
  select 'PAIR-' || n, id, partner, now() from ${pairsOf('Gemeinschaft')}
`.execute(db);
await sql`
  insert into connection (owner_id, user_id, email, email_key, pair_key, status)
  select id, partner, '', '', 'pair ' || n, 'ACCD' from ${pairsOf('Gemeinschaft')}
`.execute(db);

interface List {
  cases: StaffCase[];
  connections: StaffConnection[];
  page: CountedPage;
}
const list = async (path: string) => (await staff.get(path)).json<List>();
const firstOf = async (institution: string) =>
  db
    .selectFrom('app_user')
    .select(['id', 'email'])
    .where('institution', '=', institution)
    .orderBy('id')
    .executeTakeFirstOrThrow();

describe.each(['cases', 'connections'] as const)('%s', (kind) => {
  const search = (query: string) => list(`/v1/cs/${kind}/?num_per_page=100&search=${query}`);
  const create = kind === 'cases' ? createCaseOf : createConnection;

  test('a word of thousands of people who have nothing finds what the others of them have', async () => {
    expect((await search('verwaist')).page).toMatchObject({ count: 0, total_num: 0 });
    await create(t.services, await firstOf('Verwaist'), await createLabUser(t.services));
    const { page, ...found } = await search('verwaist');
    expect(page.count).toBe(1);
    expect(page.is_cut).toBeUndefined();
    expect(found[kind]).toHaveLength(1);
    expect((await search('verwaist+gemeinschaft')).page.count).toBe(0);
  });

  test('a word of thousands of people who have something is counted no further, and all its pages are full', async () => {
    const first = await search('gemeinschaft');
    expect(first.page).toMatchObject({ count: COMMON, is_cut: true });
    const last = await search(`gemeinschaft&page=${COMMON / 100}`);
    for (const { [kind]: rows } of [first, last]) expect(rows).toHaveLength(100);
    const ids = [...first[kind], ...last[kind]].map(({ id }) => id);
    expect(new Set(ids).size).toBe(200);
    expect((await search('gemeinschaft+nobody')).page.count).toBe(0);
  });
});

test('within the cases of one connection a common word is counted', async () => {
  const [owner, user] = [await firstOf('Gemeinschaft'), await createLabUser(t.services)];
  const { id } = await createConnection(t.services, owner, user);
  await createCaseOf(t.services, owner, user);
  const { cases, page } = await list(`/v1/cs/cases/?connId=${id}&search=gemeinschaft`);
  expect(cases).toHaveLength(1);
  expect(page.count).toBe(1);
  expect(page.is_cut).toBeUndefined();
});

function createCaseOf(services: typeof t.services, author: { id: number }, recipient: { id: number }) {
  return createCase(services, { author, recipient } as Parameters<typeof createCase>[1]);
}
