import { USUAL_CALENDAR } from '@cusp/dental/appointments';
import { dayAt } from '@cusp/text/zones';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openInboxes } from '../../testing/inbox.ts';
import { openFreshSides } from '../../testing/two-sides.ts';
import { fileDeadlines } from './file-deadlines.ts';

const { t, people, newCase } = await openFreshSides();
const { file, noticesOf, whatOf, unreadOf, change, comment, mention, status } = openInboxes(t);

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

    const deleted = await newCase();
    await dueOn(deleted.id, day(-1));
    await (await t.as(people.author)).delete(`/v1/cases/${deleted.id}/remove/`);
    await fileDeadlines(t.services);
    const filed = await t.services.db
      .selectFrom('inbox_item')
      .select('user_id')
      .where('case_id', '=', deleted.id)
      .execute();
    expect(filed).toEqual([{ user_id: people.recipient.id }]);
  });

  test('a delivery date is past for each side when it is in the time zone of its practice', async () => {
    // In these two zones it is never the same day.
    const [west, east] = ['Etc/GMT+12', 'Pacific/Kiritimati'];
    const zone = async (person: { id: number }, name: string) =>
      t.services.db
        .updateTable('app_user')
        .set({ work_calendar: JSON.stringify({ ...USUAL_CALENDAR, zone: name }) })
        .where('id', '=', person.id)
        .execute();
    await zone(people.author, west);
    await zone(people.recipient, east);
    const { id } = await newCase();
    await assign(id, people.recipientMate.id);
    const noticed = async (delivery_date: string) => {
      await t.services.db.updateTable('dental_case').set({ delivery_date }).where('id', '=', id).execute();
      await fileDeadlines(t.services);
      return [await whatOf(people.author), await whatOf(people.recipientMate)];
    };
    expect(await noticed(dayAt(west, new Date()))).toEqual([[], ['overdue']]);
    expect(await noticed(dayAt(west, new Date(Date.now() - 86_400_000)))).toEqual([['overdue'], ['overdue']]);
    expect(await noticed(dayAt(east, new Date(Date.now() + 86_400_000)))).toEqual([[], ['soon']]);
  });
});
