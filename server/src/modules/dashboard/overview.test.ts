import { WEEKS } from '@cusp/contract/dashboard.routes';
import { isoDay } from '@cusp/text/zones';
import { describe, expect, test } from 'vitest';
import { createCase } from '../../testing/factories.ts';
import { openFreshSides, seeComments } from '../../testing/two-sides.ts';
import { lastWeeks } from './periods.ts';

const { t, people, newCase } = await openFreshSides();

const read = async (person: { id: number }, what: string) =>
  (await (await t.as(person)).get(`/v1/${what}`)).json();
const set = (id: number, columns: object) =>
  t.services.db.updateTable('dental_case').set(columns).where('id', '=', id).execute();
const listed = async (person: { id: number }, query: string): Promise<number[]> =>
  (await read(person, `cases/?${query}`)).posts.map((post: { id: number }) => post.id).toSorted();

test('overview: 401 for guests, 400 for invalid filters', async () => {
  for (const what of ['dashboard/cases/today/', 'dashboard/cases/weeks/']) {
    expect((await t.nobody.get(`/v1/${what}`)).statusCode).toBe(401);
  }
  expect((await (await t.as(people.author)).get('/v1/cases/?due=never')).statusCode).toBe(400);
});

test('an unknown time zone counts as UTC', async () => {
  const day = isoDay({
    year: new Date().getUTCFullYear(),
    month: new Date().getUTCMonth() + 1,
    day: new Date().getUTCDate(),
  });
  expect(await read(people.author, 'dashboard/cases/today/?zone=Mars/Olympus')).toMatchObject({ day });
});

describe('today', () => {
  const dayFromNow = (days: number) =>
    new Date(Date.now() + days * 24 * 3600 * 1000).toISOString().slice(0, 10);
  const dueCase = async (days: number, change: object = {}) => {
    const { id } = await createCase(t.services, { ...people, ...change });
    await set(id, { delivery_date: dayFromNow(days) });
    return id;
  };

  test('today counts equal the list: overdue, and due within three days; finished cases do not count', async () => {
    const over = await dueCase(-1, { status: 'PROC' });
    const soon = [await dueCase(0), await dueCase(3, { status: 'REOP' })];
    const next = await dueCase(4);
    await dueCase(-1, { status: 'COMP' });
    await dueCase(1, { status: 'CLSD' });
    await newCase();
    await dueCase(-1, { draft: true });
    for (const person of [people.author, people.authorMate, people.recipient, people.recipientMate]) {
      expect(await read(person, 'dashboard/cases/today/')).toMatchObject({ unread: 0, soon: 2, overdue: 1 });
      expect(await listed(person, 'due=overdue')).toEqual([over]);
      expect(await listed(person, 'due=soon&sort=status+asc')).toEqual(soon.toSorted());
    }
    expect(await listed(people.author, 'due=soon&status=Reopened&search=smile')).toEqual([soon[1]]);
    const untilSunday = (7 - new Date().getUTCDay()) % 7;
    const ofWeek = [soon[0], untilSunday >= 3 ? soon[1] : [], untilSunday >= 4 ? next : []].flat();
    expect(await listed(people.author, 'due=week')).toEqual(ofWeek);
    expect(await listed(people.author, `due=soon&uid=${people.partner.id}`)).toEqual([]);
    for (const person of [people.stranger, people.partner]) {
      expect(await read(person, 'dashboard/cases/today/')).toMatchObject({ unread: 0, soon: 0, overdue: 0 });
      expect(await listed(person, 'due=overdue')).toEqual([]);
    }
  });

  test('today is the current day in the person’s time zone', async () => {
    const { day: west } = await read(people.author, 'dashboard/cases/today/?zone=Pacific/Pago_Pago');
    const { day: east } = await read(people.author, 'dashboard/cases/today/?zone=Pacific/Kiritimati');
    expect(east > west).toBe(true);
    const { id } = await newCase();
    await set(id, { delivery_date: west });
    const overdue = async (zone: string) =>
      (await read(people.author, `dashboard/cases/today/?zone=${zone}`)).overdue;
    expect([await overdue('Pacific/Pago_Pago'), await overdue('Pacific/Kiritimati')]).toEqual([0, 1]);
    expect(await listed(people.author, 'due=overdue&zone=Pacific/Kiritimati')).toEqual([id]);
    expect(await listed(people.author, 'due=overdue&zone=Pacific/Pago_Pago')).toEqual([]);
  });

  test('a case with unread comments counts once, in any status, until they are seen', async () => {
    const { id } = await createCase(t.services, { ...people, status: 'CLSD' });
    const author = await t.as(people.author);
    for (const comment of ['one', 'two']) await author.post(`/v1/cases/${id}/comment/`, { comment });
    const unread = async (person: { id: number }) =>
      (await read(person, 'dashboard/cases/today/')).unread as number;
    expect([await unread(people.recipient), await unread(people.author)]).toEqual([1, 0]);
    await seeComments(t, people.recipient, id);
    expect([await unread(people.recipient), await unread(people.recipientMate)]).toEqual([0, 1]);
  });
});

describe('weeks', () => {
  const ZONE = 'Europe/Berlin';
  const weeksOf = async (person: { id: number }) =>
    (await read(person, `dashboard/cases/weeks/?zone=${ZONE}`)).weeks as {
      day: string;
      sent: number;
      completed: number;
    }[];

  test('a case is in the week from Monday’s first second to Sunday’s last', async () => {
    const starts = lastWeeks(ZONE).map(({ start }) => start.getTime());
    const at = (week: number, offset = 0) => new Date((starts[week] ?? 0) + offset);
    for (const moment of [at(0, -1000), at(0), at(1, -1000), at(1), at(WEEKS - 1)]) {
      const { id } = await newCase();
      await set(id, { published_at: moment });
    }
    const weeks = await weeksOf(people.recipientMate);
    expect(weeks.map(({ day }) => day)).toEqual(lastWeeks(ZONE).map(({ day }) => day));
    expect(weeks.map(({ sent }) => sent)).toEqual([2, 1, ...Array(WEEKS - 3).fill(0), 1]);
    expect(weeks.every(({ completed }) => completed === 0)).toBe(true);
    const none = await weeksOf(people.stranger);
    expect(none.map(({ sent, completed }) => sent + completed)).toEqual(Array(WEEKS).fill(0));
  });

  test('completed counts current completions: resumed cases do not count, closed ones do', async () => {
    const { id } = await newCase();
    const [lab, clinic] = [await t.as(people.recipient), await t.as(people.author)];
    const completed = async () => (await weeksOf(people.author)).at(-1)?.completed;
    const seen = [];
    for (const [client, action] of [
      [lab, 'PROC'],
      [lab, 'COMP'],
      [clinic, 'REOP'],
      [lab, 'PROC'],
      [lab, 'COMP'],
      [clinic, 'CLSD'],
    ] as const) {
      await client.put(`/v1/cases/${id}/status/`, { action });
      seen.push(await completed());
    }
    expect(seen).toEqual([0, 1, 0, 0, 1, 1]);
  });
});
