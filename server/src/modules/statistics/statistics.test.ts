import { STAFF_FLAGS } from '@cusp/contract/staff.routes';
import type { statistics } from '@cusp/contract/statistics';
import { addDays } from '@cusp/text/dates';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { createCase, createUser } from '../../testing/factories.ts';
import { createMember, signIn } from '../../testing/sign-in.ts';
import { type Client, openTestApp } from '../../testing/test-app.ts';
import { storeDays } from './store-days.ts';
import { daysOf, utcDay } from './utc-days.ts';

const t = await openTestApp();
const { db } = t.services;
type Reply = z.output<typeof statistics.reply>;

let stella: Client;
beforeAll(async () => {
  stella = await t.asStaff(await createMember(t, { is_staff: true }));
});
async function stats(period: string): Promise<Reply> {
  const reply = await stella.get(`/v1/cs/stats/?period=${period}`);
  expect(reply.statusCode).toBe(200);
  return reply.json<Reply>();
}
const dayOf = (reply: Reply, day: string) => reply.days.find((each) => each.day === day);
const sum = (reply: Reply, kind: 'cases' | 'sign_ins') =>
  reply.days.reduce((total, day) => total + day[kind], 0);
const today = utcDay(new Date());

test.each(STAFF_FLAGS.filter((flag) => flag !== 'staff'))('a %s gets 403', async (flag) => {
  const other = await t.asStaff(await createMember(t, { [`is_${flag}`]: true }));
  expect((await other.get('/v1/cs/stats/')).statusCode).toBe(403);
});

test('statistics are a 403 for customers', async () => {
  const customer = await t.as(await createUser(t.services));
  expect((await customer.get('/v1/cs/stats/')).statusCode).toBe(403);
});

test('an unknown period is that of 30 days', async () => {
  expect((await stats('decade')).days).toHaveLength(30);
});

test('a sent case and its restorations count at once, and nothing names a patient', async () => {
  const before = await stats('week');
  const { id } = await createCase(t.services, { patient_last: 'Unmistakable', status: 'PROC' });
  await db
    .insertInto('restoration')
    .values([
      { case_id: id, position: 5, type: 'veneer', teeth: sql`'{11,12}'`, arch: null },
      { case_id: id, position: 6, type: 'Kroner for Unmistakable', teeth: sql`'{}'`, arch: 'upper' },
    ] as never)
    .execute();
  const after = await stats('week');
  expect(after.status_counts.inprog).toBe(before.status_counts.inprog + 1);
  expect(after.totals.cases).toBe(before.totals.cases + 1);
  expect(sum(after, 'cases')).toBe(sum(before, 'cases') + 1);
  const made = (reply: Reply, type: string) =>
    reply.restoration_counts.find((each) => each.type === type)?.count ?? 0;
  expect(made(after, 'veneer')).toBe(made(before, 'veneer') + 2);
  expect(made(after, 'other')).toBe(made(before, 'other') + 1);
  expect(JSON.stringify(after)).not.toContain('Unmistakable');
});

test('a sign-in counts on its day', async () => {
  const before = sum(await stats('week'), 'sign_ins');
  const { email } = await createMember(t);
  expect((await signIn(t, email)).statusCode).toBe(200);
  expect(sum(await stats('week'), 'sign_ins')).toBe(before + 1);
});

describe('finished days', () => {
  const when = (day: string, time: string) => new Date(`${day}T${time}Z`);
  const past = addDays(today, -40);
  beforeEach(async () => {
    await db.deleteFrom('stat_day').execute();
  });

  test('days end at midnight of UTC, are counted once, and stay when their rows go', async () => {
    await createUser(t.services, { created_at: when(past, '00:00:00.000') });
    const late = await createUser(t.services, { created_at: when(past, '23:59:59.999') });
    await createUser(t.services, { created_at: when(addDays(past, 1), '00:00:00.000') });
    await storeDays(t.services);
    const numbers = async () => {
      const reply = await stats('quarter');
      expect(reply.is_complete).toBe(true);
      return [dayOf(reply, past)?.users, dayOf(reply, addDays(past, 1))?.users];
    };
    expect(await numbers()).toEqual([2, 1]);
    await db.updateTable('app_user').set({ deleted_at: new Date() }).where('id', '=', late.id).execute();
    await storeDays(t.services);
    await Promise.all([storeDays(t.services), storeDays(t.services)]);
    expect(await numbers()).toEqual([2, 1]);
  });

  test('a day that is stored while it is counted does not count twice', async () => {
    const before = await stats('week');
    await db
      .insertInto('stat_day')
      .values({ day: today, kind: 'activities', key: 'COMMENT_ADD', count: 1_000 })
      .execute();
    expect((await stats('week')).activity_counts).toEqual(before.activity_counts);
  });

  test('a day is stored an hour after its end, not before', async () => {
    const stored = async (now: Date) => {
      await db.deleteFrom('stat_day').execute();
      await storeDays(t.services, now);
      const row = await db
        .selectFrom('stat_day')
        .select(sql<string>`max(day)::text`.as('day'))
        .where('kind', '=', 'counted')
        .executeTakeFirst();
      return row?.day;
    };
    expect(await stored(when(today, '00:59:59'))).toBe(addDays(today, -2));
    expect(await stored(when(today, '01:00:00'))).toBe(addDays(today, -1));
  });

  test('stored and freshly counted days give the same numbers', async () => {
    for (let at = 0; at < 60; at += 1) {
      const created = new Date(Date.now() - Math.floor(Math.random() * 25 * 86_400_000));
      await createUser(t.services, { created_at: created });
      const { id } = await createCase(t.services);
      await db.updateTable('dental_case').set({ published_at: created }).where('id', '=', id).execute();
    }
    const fresh = await stats('month');
    await storeDays(t.services);
    const stored = await stats('month');
    expect(stored).toEqual(fresh);
    expect(sum(fresh, 'cases')).toBeGreaterThanOrEqual(60);
  });

  test('cases that are older than every account are counted on their days', async () => {
    const sent = when(addDays(past, -10), '12:00:00');
    const { id } = await createCase(t.services);
    await db.updateTable('dental_case').set({ published_at: sent }).where('id', '=', id).execute();
    await storeDays(t.services);
    expect(dayOf(await stats('quarter'), utcDay(sent))?.cases).toBe(1);
  });

  test('the reply says so while early days have not been counted', async () => {
    expect((await stats('month')).is_complete).toBe(true);
    expect((await stats('year')).is_complete).toBe(false);
    await storeDays(t.services);
    expect((await stats('year')).is_complete).toBe(true);
  });
});

test.each([
  ['thisweek', '2026-11-23T00:00:00Z', ['2026-11-23']],
  ['thisweek', '2026-11-22T23:59:59Z', ['2026-11-16', '2026-11-22']],
  ['thismonth', '2026-03-01T05:00:00Z', ['2026-03-01']],
  ['week', '2026-03-03T05:00:00Z', ['2026-02-25', '2026-03-03']],
  ['year', '2024-12-31T05:00:00Z', ['2024-01-02', '2024-12-31']],
] as const)('%s at %s goes from %j', (period, now, ends) => {
  const days = daysOf(period, new Date(now));
  expect([days[0], days.at(-1)]).toEqual([ends[0], ends.at(-1)]);
});
