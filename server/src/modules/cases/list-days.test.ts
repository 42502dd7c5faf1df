import { expect, test } from 'vitest';
import { openCaseLists } from '../../testing/case-lists.ts';

const { t, people, newCase, list, set } = await openCaseLists();

const ask = async (person: { id: number }, query: Record<string, string>) =>
  (await t.as(person)).get(`/v1/cases/days/?${new URLSearchParams(query)}`);
const WEEK = { from: '2026-11-30', to: '2026-12-06' };
const days = async (person: { id: number }, query: Record<string, string> = {}) =>
  (await ask(person, { ...WEEK, ...query }))
    .json()
    .days.map(({ day, total, posts }: { day: string; total: number; posts: { id: number }[] }) => ({
      day,
      total,
      ids: posts.map(({ id }) => id),
    }));

test('calendar: 401 for guests, 400 for impossible days', async () => {
  expect((await t.nobody.get('/v1/cases/days/?from=2026-12-01&to=2026-12-02')).statusCode).toBe(401);
  for (const query of [
    {},
    { from: '2026-12-01' },
    { from: '2026-12-02', to: '2026-12-01' },
    { from: '2026-12-01', to: '2027-01-12' },
    { from: '2026-02-30', to: '2026-03-01' },
    { ...WEEK, per_day: '0' },
    { ...WEEK, per_day: '501' },
    { ...WEEK, status: 'Lost' },
  ])
    expect(
      (await ask(people.author, query as Record<string, string>)).statusCode,
      JSON.stringify(query),
    ).toBe(400);
});

test('calendar: each side sees its cases on their day, unfinished ones first, with true totals', async () => {
  const due = async (delivery_date: string, columns: object = {}) => {
    const { id } = await newCase();
    await set(id, { delivery_date, ...columns });
    return id;
  };
  await due('2026-11-29');
  const monday = await due('2026-11-30');
  const done = await due('2026-12-06', { status: 'CLSD' });
  const open = [await due('2026-12-06'), await due('2026-12-06')];
  await due('2026-12-07');
  await set((await newCase()).id, { delivery_date: null });
  const sunday = { day: '2026-12-06', total: 3, ids: [...open.toReversed(), done] };
  const expected = [{ day: '2026-11-30', total: 1, ids: [monday] }, sunday];
  expect(await days(people.author)).toEqual(expected);
  expect(await days(people.recipientMate)).toEqual(expected);
  expect(await days(people.stranger)).toEqual([]);
  expect(await days(people.author, { per_day: '2' })).toEqual([
    expected[0],
    { ...sunday, ids: open.toReversed() },
  ]);
  await set(monday, { patient_last: 'O’Neill' });
  expect(await days(people.author, { search: 'oneill' })).toEqual([expected[0]]);
  // The day of a delivery is the same in every time zone.
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago'])
    expect(await days(people.author, { zone })).toEqual(expected);
});

test('calendar: counts unfinished cases without a day by the same filters, which the list then finds', async () => {
  const undated = async (person: { id: number }, query: Record<string, string> = {}) =>
    (await ask(person, { ...WEEK, ...query })).json().undated;
  const [before, done] = [await undated(people.author), await newCase()];
  const open = await newCase({ status: 'PROC' });
  await set(open.id, { delivery_date: null });
  await set(done.id, { delivery_date: null, status: 'CLSD' });
  expect(await undated(people.author)).toBe(before + 1);
  expect(await undated(people.recipientMate, { status: 'InProgress' })).toBe(1);
  expect(await undated(people.author, { search: open.no })).toBe(1);
  expect(await undated(people.author, { due: 'overdue' })).toBe(0);
  expect(await undated(people.stranger)).toBe(0);
  const listed = await list(people.author, { due: 'none', status: 'InProgress' });
  expect(listed.posts.map(({ id }: { id: number }) => id)).toEqual([open.id]);
});

test('calendar: the filters and the search of the list apply', async () => {
  const one = await newCase({ status: 'PROC' });
  const other = await newCase({ recipient: people.partner });
  for (const { id } of [one, other]) await set(id, { delivery_date: '2026-12-01' });
  await (await t.as(people.partner)).post(`/v1/cases/${other.id}/comment/`, { comment: 'Emergence profile' });
  const ids = async (query: Record<string, string>) =>
    (await days(people.author, query)).flatMap((each: { ids: number[] }) => each.ids);
  expect(await ids({ status: 'InProgress' })).toEqual([one.id]);
  expect(await ids({ uid: String(people.partner.id) })).toEqual([other.id]);
  expect(await ids({ unreadCommentsOnly: 'true' })).toEqual([other.id]);
  expect(await ids({ search: 'emergence' })).toEqual([other.id]);
  expect(await ids({ search: 'nowhere' })).toEqual([]);
});

test('calendar: counts what became overdue before its first day', async () => {
  for (const [delivery_date, status] of [
    ['2020-01-01', 'OPEN'],
    ['2020-01-02', 'COMP'],
    ['2020-01-08', 'PROC'],
  ] as const)
    await set((await newCase()).id, { delivery_date, status });
  const before = async (from: string, to: string) =>
    (await ask(people.recipient, { from, to })).json().overdue_before;
  expect(await before('2020-01-01', '2020-01-07')).toBe(0);
  expect(await before('2020-01-02', '2020-01-08')).toBe(1);
  expect(await before('2999-01-01', '2999-01-07')).toBe(2);
});

test('a row of the list says which actions its reader may take, and whether an edit would be direct', async () => {
  const { id } = await newCase({ status: 'PROC' });
  const row = async (person: { id: number }) =>
    (await list(person)).posts.find((post: { id: number }) => post.id === id);
  expect(await row(people.author)).toMatchObject({ actions: ['CLSD'], edit_order: 'proposal' });
  expect(await row(people.recipient)).toMatchObject({ actions: ['OPEN', 'COMP'], edit_order: null });
  await t.services.db
    .insertInto('order_change')
    .values({
      case_id: id,
      state: 'open',
      base_version: 1,
      version: null,
      changes: '[]',
      fields: '{}',
      waits_for: people.recipient.id,
      made_by: people.author.id,
      ended_by: null,
      ended_at: null,
    })
    .execute();
  expect(await row(people.recipient)).toMatchObject({ actions: ['OPEN'] });
});
