import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { connect } from '../../platform/db/database.ts';
import { undoAs } from '../../testing/deletions.ts';
import { createCase, createConnection, createGroup, createUser } from '../../testing/factories.ts';
import { createMove } from '../../testing/moves/create-move.ts';
import { tracesOf } from '../../testing/traces.ts';
import { auditOf, eventsOf, ids, openFreshSides, waitingJobs } from '../../testing/two-sides.ts';
import { finishDeletion } from '../case-page/finish-deletion.ts';
import { purgeRemaining } from '../purge/purge-case.ts';
import { beginMoving } from '../region-move/moved-rows.ts';
import { keepRetention } from './keep-retention.ts';
import { defaultMonths } from './retention.sql.ts';

const { t, people, newCase } = await openFreshSides();
const { db } = t.services;
type Person = { id: number };

const read = async (person: Person, query = '') =>
  (await (await t.as(person)).get(`/v1/privacy/retention/${query}`)).json();
const set = async (person: Person, months: number | null, version = 0) =>
  (await t.as(person)).put('/v1/privacy/retention/', { months, version });
const run = () => keepRetention(t.services);

/** Cases of one test are of no concern to the next. */
afterEach(async () => {
  await sql`delete from moving_person`.execute(db);
  await db.deleteFrom('case_retention').execute();
  await db.updateTable('app_user').set({ retention_months: null }).execute();
  await sql`delete from pgboss.job`.execute(db);
});

/** Simulates that a case last changed this long ago. */
const age = async (caseId: number, interval: string) => {
  await sql`update dental_case set updated_at = now() - ${interval}::interval where id = ${caseId}`.execute(
    db,
  );
};
/** Simulates that everything happened this many days earlier. */
const pass = async (days: number) => {
  await sql`update dental_case set updated_at = updated_at - make_interval(days => ${days})`.execute(db);
  await sql`
    update case_retention set due_on = due_on - ${days}::integer,
      counted_from = counted_from - make_interval(days => ${days}),
      announced_at = announced_at - make_interval(days => ${days}),
      reminded_at = reminded_at - make_interval(days => ${days})
  `.execute(db);
};
const announced = () =>
  db
    .selectFrom('case_retention')
    .select(['case_id', 'practice_id'])
    .select(sql<number>`due_on - (now() at time zone 'UTC')::date`.as('days'))
    .select(sql<boolean>`reminded_at is not null`.as('again'))
    .orderBy('case_id')
    .orderBy('practice_id')
    .execute();
const mails = async () =>
  (await waitingJobs(t, 'mail')).filter(({ template }) => template === 'cases-expiring');
const sees = async (person: Person, caseId: number) =>
  (await (await t.as(person)).get(`/v1/cases/${caseId}/content/`)).statusCode === 200;
const finishAll = async () => {
  for (const { id } of await db
    .selectFrom('case_deletion')
    .select('id')
    .where('outcome', 'is', null)
    .execute())
    await finishDeletion(t.services, id);
  await purgeRemaining(t.services);
};
/** Goes through both announcements, up to the day on which copies are removed. */
const untilTheEnd = async () => {
  await run();
  await pass(30);
  await run();
  await pass(12);
};

describe('the choice', () => {
  test('the choice is refused for guests, members, other months, and what somebody else changed meanwhile', async () => {
    expect((await t.nobody.put('/v1/privacy/retention/', { months: 3, version: 0 })).statusCode).toBe(401);
    expect((await set(people.authorMate, 3)).json().code).toBe('privacy_owner_only');
    for (const months of [1, -3, 7, 'ever'])
      expect((await set(people.author, months as number)).statusCode).toBe(400);
    expect((await set(people.author, 3, 2 ** 40)).statusCode).toBe(400);
    expect(
      (await (await t.as(people.author)).get('/v1/privacy/retention/?after=2026-02-31-1')).statusCode,
    ).toBe(400);
    const replies = await Promise.all([set(people.author, 12), set(people.author, 0)]);
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 409]);
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('retention_changed');
    expect(await read(people.author)).toMatchObject({ version: 1, may_change: true });
    expect(await read(people.authorMate)).toMatchObject({ version: 1, may_change: false });
    expect(await read(people.stranger)).toMatchObject({ months: null, version: 0 });
    const entries = await db
      .selectFrom('audit_log')
      .select('user_id')
      .where('action', '=', 'retention_changed')
      .where('user_id', 'in', [people.author.id, people.authorMate.id, people.stranger.id])
      .execute();
    expect(entries).toEqual([{ user_id: people.author.id }]);
  });

  test('the choice is three months as specified, and for ever in demos and where cases were before', async () => {
    const { config } = t.services;
    expect(await defaultMonths(db, config)).toBe(0);
    expect(await defaultMonths(db, { ...config, retentionMonths: null })).toBe(3);
    const owner = connect(t.urls.owner, 1);
    await owner.db.updateTable('deployment').set({ keeps_cases: true }).execute();
    await owner.db.destroy();
    expect(await defaultMonths(db, { ...config, retentionMonths: null })).toBe(0);
    expect(await defaultMonths(db, { ...config, retentionMonths: 6 })).toBe(6);
  });
});

describe('nothing is removed', () => {
  test('nothing is removed without both announcements at their distance, however old the case is and however often the chore runs', async () => {
    const { id } = await newCase();
    await age(id, '5 years');
    await set(people.author, 3);
    for (let times = 0; times < 3; times += 1) await run();
    const [row] = await announced();
    expect(row).toMatchObject({ case_id: id, practice_id: people.author.id, again: false });
    expect(row?.days).toBeGreaterThanOrEqual(28);
    // The second announcement was not sent in time, so the removal waits for it.
    await pass(60);
    await run();
    expect(await announced()).toMatchObject([{ days: 7, again: true }]);
    await run();
    expect(await sees(people.author, id)).toBe(true);
    await pass(8);
    await run();
    // Until the day is over in all time zones.
    await pass(1);
    await run();
    expect(await sees(people.author, id)).toBe(false);
  });

  test.each([
    ['the case changes', (id: number) => age(id, '1 hour')],
    [
      'a hold is placed by the other side',
      async (id: number) => {
        const { no } = await db
          .selectFrom('dental_case')
          .select('no')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        await (await t.as(people.recipient)).post('/v1/privacy/holds/', { no, reason: 'Complaint' });
      },
    ],
    ['the practice keeps its cases for ever', () => set(people.author, 0, 1)],
    ['the practice chooses a longer time', () => set(people.author, 24, 1)],
    ['the practice joins a group', () => createGroup(t.services, people.partner, [people.author])],
  ])('nothing is removed when %s after the announcements', async (what, happen) => {
    if (what.includes('joins'))
      await db.deleteFrom('share_group').where('owner_id', '=', people.author.id).execute();
    const { id } = await newCase();
    await age(id, '4 months');
    await set(people.author, 3);
    await untilTheEnd();
    await happen(id);
    await run();
    expect(await sees(people.author, id)).toBe(true);
    expect((await announced()).filter(({ practice_id }) => practice_id === people.author.id)).toEqual([]);
  });

  test('nothing is removed when a hold was placed and lifted between two runs; both announcements are made again', async () => {
    const { id, no } = await newCase();
    await age(id, '4 months');
    await set(people.author, 3);
    await untilTheEnd();
    const lab = await t.as(people.recipient);
    const hold = (await lab.post('/v1/privacy/holds/', { no, reason: 'Complaint' })).json();
    expect((await lab.post(`/v1/privacy/holds/${hold.id}/lift/`)).statusCode).toBe(200);
    await run();
    expect(await sees(people.author, id)).toBe(true);
    const [row] = (await announced()).filter(({ practice_id }) => practice_id === people.author.id);
    expect(row).toMatchObject({ case_id: id, again: false });
    expect(row?.days).toBeGreaterThanOrEqual(28);
  });

  test('nothing is removed while no one in the practice can read an announcement, nor for drafts and guests', async () => {
    const { id } = await newCase();
    const draft = await newCase({ draft: true });
    for (const each of [id, draft.id]) await age(each, '4 months');
    await set(people.author, 3);
    await db
      .updateTable('app_user')
      .set({ activated_at: null })
      .where('id', 'in', ids(people.author, people.authorMate))
      .execute();
    await run();
    expect(await announced()).toEqual([]);
    await db
      .updateTable('app_user')
      .set({ activated_at: new Date(), presence: 'guest' })
      .where('id', '=', people.author.id)
      .execute();
    await run();
    expect(await announced()).toEqual([]);
  });

  test('nothing is removed while the author of a case is being moved; other practices are not affected', async () => {
    const [moving, other] = [await createUser(t.services), await createUser(t.services)];
    const cases = [];
    for (const author of [moving, other]) {
      const { id } = await createCase(t.services, { author });
      await age(id, '4 months');
      await set(author, 3);
      cases.push(id);
    }
    await createMove(t.services, [moving], 'frozen');
    await run();
    expect((await announced()).map(({ case_id }) => case_id)).toEqual(cases.slice(1));
  });

  test('nothing is removed while people who have left for the other region have not arrived there; other practices are not affected', async () => {
    const [moving, forever, other] = [
      await createUser(t.services),
      await createUser(t.services),
      await createUser(t.services),
    ];
    const cases = [];
    for (const author of [moving, forever, other]) {
      const { id } = await createCase(t.services, { author });
      await age(id, '4 months');
      if (author !== other) await set(author, 3);
      cases.push(id);
    }
    await run();
    await set(forever, 0, 1);
    await set(other, 3);
    await createMove(t.services, [moving], 'frozen');
    await db.transaction().execute(async (tx) => {
      await beginMoving(tx);
      await tx.updateTable('app_user').set({ presence: 'guest' }).where('id', '=', moving.id).execute();
    });
    await run();
    expect((await announced()).map(({ case_id }) => case_id)).toEqual([cases[0], cases[2]]);
  });
});

test('the announcement reaches everyone in the practice once, without patients, even with notifications switched off', async () => {
  const { author, authorMate } = people;
  await db
    .updateTable('app_user')
    .set({ inbox_off: ['deadline'], post_edit_email: false })
    .where('id', '=', authorMate.id)
    .execute();
  const first = await newCase({ patient_last: 'Zqxsecret' });
  const along = await newCase();
  const later = await newCase();
  await age(first.id, '2 months 1 day');
  await age(along.id, '1 month 27 days');
  await age(later.id, '5 days');
  await set(author, 3);
  await run();
  const sent = await mails();
  expect(sent.map(({ userId }) => userId)).toEqual(ids(author, authorMate));
  expect(sent[0]).toMatchObject({ params: { count: '2', link: '/privacy#retention' } });
  expect(JSON.stringify(sent)).not.toContain('Zqxsecret');
  for (const person of [author, authorMate]) {
    const { notices } = (await (await t.as(person)).get('/v1/inbox/')).json();
    expect(notices).toMatchObject([{ what: 'expiring', case: null }]);
    expect(await read(person)).toMatchObject({ count: 2, cases: [{ id: first.id }, { id: along.id }] });
  }
  expect(await read(people.recipient)).toMatchObject({ count: 0, cases: [] });
  await run();
  expect(await mails()).toHaveLength(2);
  const reader = await t.as(author);
  const [{ id }] = (await reader.get('/v1/inbox/')).json().notices;
  for (const change of ['read', 'done']) await reader.put('/v1/inbox/', { ids: [id], change });
  // A week before, everybody gets the second one, without a case that has changed since.
  await age(along.id, '1 day');
  await pass(24);
  await run();
  expect((await mails()).slice(2)).toMatchObject([{ params: { count: '1' } }, { params: { count: '1' } }]);
  expect((await announced()).map(({ again }) => again)).toEqual([true]);
  // Undoing what was done with the first notice does not touch the second one.
  await reader.put('/v1/inbox/', { ids: [id], change: 'undo' });
  expect((await reader.get('/v1/inbox/')).json().notices).toMatchObject([{ id, is_read: false }]);
});

test('each side loses only its own copy, nobody can undo it, and the last one purges the case', async () => {
  const { id } = await newCase({ patient_last: 'Zqxretained' });
  await age(id, '4 months');
  await set(people.author, 3);
  await untilTheEnd();
  await run();
  expect([await sees(people.author, id), await sees(people.recipient, id)]).toEqual([false, true]);
  const lab = await t.as(people.recipient);
  expect((await lab.get(`/v1/cases/${id}/content/`)).json()).toMatchObject({ other_side_deleted: true });
  const { entries } = (await lab.get(`/v1/cases/${id}/history/`)).json();
  expect(entries).toContainEqual(expect.objectContaining({ action: 'expired', person: null }));
  expect((await eventsOf(t, id)).at(-1)).toMatchObject({ name: 'copy_deleted', actor_id: null });
  const { id: deletion } = await db
    .selectFrom('case_deletion')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect((await undoAs(t, people.author, deletion)).json().code).toBe('deletion_over');
  await finishAll();
  expect(await tracesOf(t, 'Zqxretained')).toContain('dental_case.patient_last');
  await set(people.recipient, 3);
  await untilTheEnd();
  await run();
  await finishAll();
  expect(await tracesOf(t, 'Zqxretained')).toEqual([]);
  const log = (await auditOf(t, id)).filter(({ action }) => action !== 'case_read');
  expect(log.map(({ action, user_id }) => [action, user_id])).toEqual([
    ['case_expired', null],
    ['case_deletion_final', null],
    ['case_expired', null],
    ['case_deletion_final', null],
    ['case_purged', null],
  ]);
});

test('two processes at once, and one that was killed, announce and remove each case once', async () => {
  const owners = await Promise.all(Array.from({ length: 4 }, () => createUser(t.services)));
  const cases: number[] = [];
  for (const author of owners) {
    await createConnection(t.services, author, people.recipient);
    for (let each = 0; each < 2; each += 1) {
      const { id } = await createCase(t.services, { author, recipient: people.recipient });
      await age(id, '4 months');
      cases.push(id);
    }
    await set(author, 3);
  }
  // Killed in the transaction of the second practice.
  const broken = { ...t.services.jobs, insert: () => Promise.reject(new Error('killed')), wake: () => {} };
  await keepRetention({ ...t.services, jobs: broken as never });
  expect(await announced()).toEqual([]);
  await Promise.all([run(), run(), run()]);
  expect((await announced()).map(({ case_id }) => case_id)).toEqual(cases);
  expect(await mails()).toHaveLength(owners.length);
  await pass(30);
  await Promise.all([run(), run()]);
  await pass(12);
  await Promise.all([run(), run(), run()]);
  const entries = await db
    .selectFrom('audit_log')
    .select('case_id')
    .where('action', '=', 'case_expired')
    .where('case_id', 'in', cases)
    .orderBy('case_id')
    .execute();
  expect(entries.map(({ case_id }) => case_id)).toEqual(cases);
});
