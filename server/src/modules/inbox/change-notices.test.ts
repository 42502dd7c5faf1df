import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { held } from '../../testing/held.ts';
import { openInboxes } from '../../testing/inbox.ts';
import { openFreshSides, seeComments, waitingJobs } from '../../testing/two-sides.ts';
import { fileDeadlines, tidyInbox } from './file-deadlines.ts';
import { fileEvent } from './file-event.ts';

const { t, people, newCase } = await openFreshSides();
const { file, noticesOf, whatOf, unreadOf, change, comment, status } = openInboxes(t);

test('opening a case reads its notices, and seeing its comments those of comments', async () => {
  const { id } = await newCase();
  await comment(people.recipient, id);
  await status(people.recipient, id, 'PROC');
  await file();
  expect(await unreadOf(people.author)).toBe(2);
  await (await t.as(people.author)).post(`/v1/cases/${id}/opened/`);
  expect(await unreadOf(people.author)).toBe(1);
  await seeComments(t, people.author, id);
  expect(await unreadOf(people.author)).toBe(0);
  expect(await whatOf(people.author)).toEqual(['status', 'comment']);
  await comment(people.recipient, id);
  await seeComments(t, people.author, id);
  await file();
  expect(await unreadOf(people.author)).toBe(0);
});

test('a deleted comment takes its notice with it', async () => {
  const { id } = await newCase();
  const said = await comment(people.recipient, id);
  await file();
  await (await t.as(people.recipient)).delete(`/v1/comments/${said}/remove/`);
  await file();
  expect(await whatOf(people.author)).toEqual([]);
});

test('done leaves the inbox, comes back unread with news, and can be reopened', async () => {
  const { id } = await newCase();
  await comment(people.recipient, id);
  await file();
  const ids = (await noticesOf(people.author)).map((notice) => notice.id);
  await change(people.author, { ids, change: 'done' });
  expect([await whatOf(people.author), await whatOf(people.author, 'done')]).toEqual([[], ['comment']]);
  await change(people.author, { ids, change: 'open' });
  expect(await noticesOf(people.author)).toMatchObject([{ is_read: true }]);
  await change(people.author, { ids, change: 'done' });
  await comment(people.recipient, id);
  await file();
  expect(await noticesOf(people.author)).toMatchObject([{ is_read: false, comments: 2 }]);
  const event = await t.services.db
    .selectFrom('event')
    .select('audience')
    .where('name', '=', 'inbox_changed')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  expect(event?.audience).toContain(people.author.id);
});

test('a snoozed notice is hidden until its time, then comes back first and unread', async () => {
  const [{ id }, other] = [await newCase(), await newCase()];
  await comment(people.recipient, id);
  await file();
  const ids = (await noticesOf(people.author)).map((notice) => notice.id);
  const until = new Date(Date.now() + 3_600_000).toISOString();
  await change(people.author, { ids, change: 'snooze', until });
  const count = (await (await t.as(people.author)).get('/v1/inbox/count/')).json();
  expect(count.unread).toBe(0);
  expect(count.wakes_in).toBeGreaterThan(3_500_000);
  expect(await noticesOf(people.author, 'snoozed')).toMatchObject([{ snoozed_until: until }]);
  await comment(people.recipient, other.id);
  await file();
  await sql`update inbox_item set snoozed_until = now(), place = now() where id = any(${ids}::bigint[])`.execute(
    t.services.db,
  );
  expect((await noticesOf(people.author)).map((notice) => notice.id)[0]).toBe(ids[0]);
  expect(await unreadOf(people.author)).toBe(2);
});

test('undo brings back place, pause and signs for unread, once', async () => {
  const cases = [await newCase(), await newCase()];
  for (const { id } of cases) await comment(people.recipient, id);
  await file();
  const rows = async () => {
    const parts = ['inbox', 'snoozed', 'done'].map((show) => noticesOf(people.author, show));
    return Promise.all(parts);
  };
  const until = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const [newer, older] = (await noticesOf(people.author)).map(({ id }) => id);
  await change(people.author, { ids: [newer], change: 'read' });
  const before = await rows();
  const body = { ids: [older], change: 'snooze', until: until(2) };
  for (const each of [body, body, { ids: [newer], change: 'snooze', until: until(1) }])
    await change(people.author, each);
  expect(await whatOf(people.author)).toEqual([]);
  await change(people.author, { ids: [older, newer], change: 'undo' });
  expect(await rows()).toEqual(before);

  await change(people.author, body);
  const paused = await rows();
  for (const ids of [[older], [older]]) await change(people.author, { ids, change: 'done' });
  expect((await rows()).map(({ length }) => length)).toEqual([1, 0, 1]);
  await change(people.author, { ids: [older], change: 'undo' });
  expect(await rows()).toEqual(paused);
  expect((await change(people.author, { ids: [older], change: 'undo' })).statusCode).toBe(200);
  expect(await rows()).toEqual(paused);
});

test('undo leaves a notice that was renewed or reopened meanwhile as it is', async () => {
  const { id } = await newCase();
  await comment(people.recipient, id);
  await file();
  const ids = (await noticesOf(people.author)).map((notice) => notice.id);
  const until = new Date(Date.now() + 3_600_000).toISOString();
  for (const body of [{ change: 'done' }, { change: 'snooze', until }]) {
    await change(people.author, { ids, change: 'read' });
    await change(people.author, { ids, ...body });
    await comment(people.recipient, id);
    await file();
    await change(people.author, { ids, change: 'undo' });
    expect(await noticesOf(people.author)).toMatchObject([{ is_read: false, snoozed_until: null }]);
  }
  await change(people.author, { ids, change: 'done' });
  await change(people.author, { ids, change: 'open' });
  await change(people.author, { ids, change: 'undo' });
  expect(await noticesOf(people.author)).toMatchObject([{ is_read: true }]);

  const delivery_date = new Date().toISOString().slice(0, 10);
  const due = (date: object) =>
    t.services.db.updateTable('dental_case').set(date).where('id', '=', id).execute();
  await due({ delivery_date });
  await fileDeadlines(t.services);
  const deadline = (await noticesOf(people.recipient)).map((notice) => notice.id);
  await change(people.recipient, { ids: deadline, change: 'read' });
  await change(people.recipient, { ids: deadline, change: 'done' });
  await due({ delivery_date: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10) });
  await fileDeadlines(t.services);
  await change(people.recipient, { ids: deadline, change: 'undo' });
  expect(await noticesOf(people.recipient)).toMatchObject([{ what: 'overdue', is_read: false }]);
});

test('all are marked up to the one that was shown, and pages follow each other without gaps', async () => {
  for (let n = 0; n < 32; n += 1) await comment(people.recipient, (await newCase()).id);
  await file();
  const client = await t.as(people.author);
  const first = (await client.get('/v1/inbox/')).json();
  expect(first.notices).toHaveLength(30);
  const second = (await client.get(`/v1/inbox/?before=${first.next}`)).json();
  expect([second.notices.length, second.next]).toEqual([2, null]);
  expect(new Set([...first.notices, ...second.notices].map(({ id }: { id: number }) => id)).size).toBe(32);
  await comment(people.recipient, (await newCase()).id);
  await file();
  await client.put('/v1/inbox/all/', { change: 'read', up_to: first.first });
  expect(await unreadOf(people.author)).toBe(1);
  await change(people.author, { ids: [first.notices[0].id], change: 'unread' });
  const before = (await client.get('/v1/inbox/')).json();
  const done = await client.put('/v1/inbox/all/', { change: 'done', up_to: first.first });
  expect(await whatOf(people.author)).toEqual(['comment']);
  expect(done.json().ids).toHaveLength(32);
  await change(people.author, { ids: done.json().ids, change: 'undo' });
  expect((await client.get('/v1/inbox/')).json()).toEqual(before);
});

test('a notice that is renewed while all are marked stays in the inbox and unread', async () => {
  const { id } = await newCase();
  await comment(people.recipient, id);
  await file();
  const client = await t.as(people.author);
  const { first: up_to } = (await client.get('/v1/inbox/')).json();
  const renewal = await held(
    t,
    sql`
    update inbox_item set place = clock_timestamp() where user_id = ${people.author.id}
  `,
  );
  const marked = client.put('/v1/inbox/all/', { change: 'done', up_to });
  await renewal.waiting(1);
  await renewal.release();
  expect((await marked).json()).toEqual({ ids: [] });
  expect(await noticesOf(people.author)).toMatchObject([{ is_read: false }]);
});

test('the job of delivery dates and a person who marks several notices lock them in the same order', async () => {
  // The later case has the older notice, and rows that were written again are stored behind the others.
  const [first, second] = [await newCase(), await newCase()];
  const due = (days: number, ...ids: number[]) =>
    t.services.db
      .updateTable('dental_case')
      .set({ delivery_date: new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10) })
      .where('id', 'in', ids)
      .execute();
  for (const { id } of [second, first]) {
    await due(0, id);
    await fileDeadlines(t.services);
  }
  const notices = await t.services.db
    .selectFrom('inbox_item')
    .select('id')
    .where('kind', '=', 'deadline')
    .where('user_id', '=', people.recipient.id)
    .where('case_id', 'in', [first.id, second.id])
    .orderBy('id')
    .execute();
  const ids = notices.map(({ id }) => id);
  await change(people.recipient, { ids: ids.slice(0, 1), change: 'read' });
  await due(-1, first.id, second.id);

  const isFree = async (id: number | undefined) => {
    const { rows } = await sql`select id from inbox_item where id = ${id} for update skip locked`.execute(
      t.services.db,
    );
    return rows.length === 1;
  };
  for (const lockSeveral of [
    () => fileDeadlines(t.services),
    () => change(people.recipient, { ids, change: 'done' }),
  ]) {
    const other = await held(t, sql`select from inbox_item where id = ${ids[0]} for update`);
    const done = lockSeveral();
    await other.waiting(1);
    expect(await isFree(ids[1])).toBe(true);
    await other.release();
    await done;
  }
});

test('notices are removed after 90 days, and a job that runs twice writes nothing new', async () => {
  const { id } = await newCase();
  await comment(people.recipient, id);
  const [job] = (await waitingJobs(t, 'notices')) as { eventId: number }[];
  await file();
  const ids = (await noticesOf(people.author)).map((notice) => notice.id);
  await change(people.author, { ids, change: 'done' });
  await fileEvent(t.services, job?.eventId ?? 0);
  expect(await whatOf(people.author)).toEqual([]);
  await sql`update inbox_item set at = now() - interval '91 days', place = now() - interval '91 days'`.execute(
    t.services.db,
  );
  await tidyInbox(t.services);
  expect(await whatOf(people.author, 'done')).toEqual([]);
});
