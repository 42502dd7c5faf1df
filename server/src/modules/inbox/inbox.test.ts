import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openFreshSides, seeComments, waitingJobs } from '../../testing/two-sides.ts';
import { fileDeadlines, tidyInbox } from './file-deadlines.ts';
import { fileEvent } from './file-event.ts';

const { t, people, newCase } = await openFreshSides();

type Person = { id: number };
type Shown = { id: number; kind: string; what: string } & Record<string, unknown>;

/** Runs the waiting jobs of the inbox, also those that wait for the end of an undo. */
async function file(): Promise<void> {
  const jobs = (await waitingJobs(t, 'notices')) as { eventId: number }[];
  for (const { eventId } of jobs.sort((a, b) => a.eventId - b.eventId)) await fileEvent(t.services, eventId);
  await sql`delete from pgboss.job where name = 'notices'`.execute(t.services.db);
}
const noticesOf = async (person: Person, show = 'inbox'): Promise<Shown[]> =>
  (await (await t.as(person)).get(`/v1/inbox/?show=${show}`)).json().notices;
const whatOf = async (person: Person, show = 'inbox') =>
  (await noticesOf(person, show)).map(({ what }) => what);
const unreadOf = async (person: Person): Promise<number> =>
  (await (await t.as(person)).get('/v1/inbox/count/')).json().unread;
const change = async (person: Person, body: object) => (await t.as(person)).put('/v1/inbox/', body);
const comment = async (person: Person, caseId: number, more: object = {}): Promise<number> => {
  const reply = await (await t.as(person)).post(`/v1/cases/${caseId}/comment/`, {
    comment: 'hello',
    ...more,
  });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json().id;
};
const mention = (person: Person, caseId: number, { id }: Person) =>
  comment(person, caseId, { comment: '@x', mentions: [{ user_id: id, start: 0, length: 2 }] });
const status = async (person: Person, caseId: number, action: string) =>
  (await (await t.as(person)).put(`/v1/cases/${caseId}/status/`, { action })).json();
const assign = async (caseId: number, assignee_id: number | null) =>
  (await (await t.as(people.recipient)).put(`/v1/cases/${caseId}/assignee/`, { assignee_id })).json();

describe('what is refused', () => {
  test('notices of somebody else are 404 and stay as they are; wrong times are 400', async () => {
    const { id } = await newCase();
    await comment(people.recipient, id);
    await file();
    const [notice] = await noticesOf(people.author);
    const ids = [notice?.id];
    for (const forbidden of ['done', 'undo'])
      expect((await change(people.stranger, { ids, change: forbidden })).statusCode).toBe(404);
    for (const until of [undefined, '2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z']) {
      const reply = await change(people.author, { ids, change: 'snooze', until });
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'data_invalid']);
    }
    expect(await noticesOf(people.author)).toMatchObject([{ is_read: false, snoozed_until: null }]);
  });

  test.each([
    [
      'the copy of a side was removed',
      async (caseId: number) =>
        t.services.db
          .updateTable('dental_case')
          .set({ author_removed_at: new Date() })
          .where('id', '=', caseId)
          .execute(),
    ],
    [
      'the case went to another party',
      async (caseId: number) =>
        t.services.db
          .updateTable('dental_case')
          .set({ author_id: people.partner.id })
          .where('id', '=', caseId)
          .execute(),
    ],
  ])('when %s, its notice is neither shown nor counted', async (_, lose) => {
    const { id } = await newCase({ patient_last: 'Secretname' });
    await comment(people.recipient, id);
    await file();
    expect([await unreadOf(people.author), JSON.stringify(await noticesOf(people.author))]).toEqual([
      1,
      expect.stringContaining('Secretname'),
    ]);
    await lose(id);
    expect([await unreadOf(people.author), await noticesOf(people.author)]).toEqual([0, []]);
    const { rows } = await sql<{ row: string }>`select inbox_item::text as row from inbox_item`.execute(
      t.services.db,
    );
    expect(JSON.stringify(rows)).not.toContain('Secretname');
  });

  test('somebody who leaves the group no longer sees the notices of its cases', async () => {
    const { id } = await newCase();
    await mention(people.recipient, id, people.authorMate);
    await file();
    expect(await whatOf(people.authorMate)).toEqual(['mention']);
    const row = await t.services.db
      .selectFrom('group_member')
      .select('id')
      .where('user_id', '=', people.authorMate.id)
      .executeTakeFirstOrThrow();
    await (await t.as(people.authorMate)).delete(`/v1/group/users/${row.id}/remove/`);
    expect([await whatOf(people.authorMate), await unreadOf(people.authorMate)]).toEqual([[], 0]);
  });
});

describe('whom something concerns', () => {
  test('a patient has the name in the order of its own culture, as in lists', async () => {
    const { id } = await newCase({ patient_first: '민수', patient_last: '이' });
    await comment(people.recipient, id);
    await file();
    expect(await noticesOf(people.author)).toMatchObject([{ case: { patient: '이민수' } }]);
  });

  test('comments reach the parties and who takes part, a mention the person named, nobody their own', async () => {
    const { id } = await newCase();
    await comment(people.recipientMate, id);
    await mention(people.author, id, people.authorMate);
    await file();
    await comment(people.author, id);
    await file();
    expect(await noticesOf(people.recipient)).toMatchObject([{ what: 'comment', comments: 3 }]);
    expect(await noticesOf(people.recipientMate)).toMatchObject([
      { what: 'comment', comments: 2, person: { id: people.author.id, name: 'Ada Author' }, case: { id } },
    ]);
    expect(await whatOf(people.authorMate)).toEqual(['comment', 'mention']);
    expect(await whatOf(people.author)).toEqual(['comment']);
    expect(await whatOf(people.partner)).toEqual([]);
  });

  test('a status that was undone or changed again within ten seconds leaves no notice', async () => {
    const { id } = await newCase();
    const { undo } = await status(people.recipient, id, 'PROC');
    await (await t.as(people.recipient)).post(`/v1/changes/${undo}/undo/`);
    await file();
    expect(await whatOf(people.author)).toEqual([]);
    await status(people.recipient, id, 'PROC');
    await status(people.recipient, id, 'COMP');
    await file();
    expect(await noticesOf(people.author)).toMatchObject([{ what: 'status', status: 'COMP' }]);
    expect(await whatOf(people.recipient)).toEqual([]);
  });

  test('an assignment reaches the new and the former assignee', async () => {
    const { id } = await newCase();
    await assign(id, people.recipientMate.id);
    await file();
    expect(await noticesOf(people.recipientMate)).toMatchObject([{ kind: 'assignment', what: 'assigned' }]);
    await assign(id, null);
    await file();
    expect(await whatOf(people.recipientMate)).toEqual(['unassigned']);
    expect(await whatOf(people.author)).toEqual([]);
  });

  test('a request of a connection is shown until it is answered', async () => {
    const { stranger, recipient } = people;
    const mail = await t.services.db
      .selectFrom('app_user')
      .select('email')
      .where('id', '=', recipient.id)
      .executeTakeFirstOrThrow();
    const asked = await (await t.as(stranger)).post('/v1/connections/0/request/', {
      email: mail.email,
      text: 'Hello',
    });
    expect(asked.statusCode, asked.body).toBe(200);
    await file();
    expect(await noticesOf(recipient)).toMatchObject([
      { kind: 'request', what: 'connection', case: null, person: { id: stranger.id } },
    ]);
    await sql`update connection set status = 'REJD' where owner_id = ${stranger.id}`.execute(t.services.db);
    expect([await whatOf(recipient), await unreadOf(recipient)]).toEqual([[], 0]);
  });

  test('a kind that is switched off comes no more', async () => {
    const { id } = await newCase();
    const client = await t.as(people.author);
    await client.put('/v1/user/settings/', { inbox_off: ['comment', 'comment'] });
    expect((await client.get('/v1/inbox/count/')).statusCode).toBe(200);
    await comment(people.recipient, id);
    await mention(people.recipient, id, people.author);
    await file();
    expect(await whatOf(people.author)).toEqual(['mention']);
    expect((await client.put('/v1/user/settings/', { inbox_off: [] })).json().inbox_off).toEqual([]);
  });

  test('delivery dates are noticed once, and again when they are past, until the case is finished', async () => {
    const day = (more: number) => new Date(Date.now() + more * 86_400_000).toISOString().slice(0, 10);
    const dueOn = (caseId: number, delivery_date: string) =>
      t.services.db.updateTable('dental_case').set({ delivery_date }).where('id', '=', caseId).execute();
    const { id } = await newCase();
    await dueOn(id, day(1));
    await dueOn((await newCase()).id, day(5));
    await fileDeadlines(t.services);
    await fileDeadlines(t.services);
    expect(await noticesOf(people.recipient)).toMatchObject([{ what: 'soon', due: day(1), case: { id } }]);
    expect(await whatOf(people.author)).toEqual([]);
    await t.services.db
      .updateTable('dental_case')
      .set({ delivery_date: day(-1), assignee_id: people.recipientMate.id })
      .where('id', '=', id)
      .execute();
    expect(await whatOf(people.recipient)).toEqual([]);
    await fileDeadlines(t.services);
    for (const person of [people.author, people.recipientMate])
      expect(await whatOf(person)).toEqual(['overdue']);
    await status(people.recipientMate, id, 'PROC');
    await status(people.recipientMate, id, 'COMP');
    expect(await noticesOf(people.author)).toEqual([]);
  });
});

describe('unread, done and later', () => {
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

  test('what is put off is away until its time, then comes back first and unread', async () => {
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
    expect(new Set([...first.notices, ...second.notices].map(({ id }: Shown) => id)).size).toBe(32);
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
});
