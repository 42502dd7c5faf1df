import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { sendEditedMail } from '../../modules/case-mails/edited-mail.ts';
import type { JobData } from '../../platform/jobs/queues.ts';
import { createConnection, createLabUser, createUser } from '../../testing/factories.ts';
import { createMove } from '../../testing/moves/create-move.ts';
import { orderEdits } from '../../testing/order-edits.ts';
import { auditOf, eventsOf, ids, openFreshSides, seeComments, waitingJobs } from '../../testing/two-sides.ts';

const { t, people, newCase } = await openFreshSides();
type Person = { id: number };

const statusAs = async (person: Person, id: number, action: string): Promise<number> =>
  (await (await t.as(person)).put(`/v1/cases/${id}/status/`, { action })).json().undo;
const assignAs = async (person: Person, id: number, assignee_id: number | null): Promise<number> =>
  (await (await t.as(person)).put(`/v1/cases/${id}/assignee/`, { assignee_id })).json().undo;
const undoAs = async (person: Person, step: number) => (await t.as(person)).post(`/v1/changes/${step}/undo/`);
const commentBy = async (person: Person, id: number): Promise<number> =>
  (await (await t.as(person)).post(`/v1/cases/${id}/comment/`, { comment: 'Hello' })).json().id;
const removeBy = async (person: Person, comment: number): Promise<number> =>
  (await (await t.as(person)).delete(`/v1/comments/${comment}/remove/`)).json().undo;
const rowOf = (id: number) =>
  t.services.db
    .selectFrom('dental_case')
    .select(['status', 'prev_status', 'completed_at', 'assignee_id', 'comment_count'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

describe('undoing is refused', () => {
  test('401 for guests, 404 for strangers and unknown ids, 403 for others who see the case', async () => {
    const { id } = await newCase();
    const step = await statusAs(people.recipient, id, 'PROC');
    expect((await t.nobody.post(`/v1/changes/${step}/undo/`)).statusCode).toBe(401);
    expect((await undoAs(people.partner, step)).statusCode).toBe(404);
    expect((await undoAs(people.recipient, 987_654_321)).statusCode).toBe(404);
    expect((await undoAs(people.recipientMate, step)).json()).toMatchObject({ code: 'undo_not_yours' });
    expect(await rowOf(id)).toMatchObject({ status: 'PROC' });
  });

  test('an undo gets 404 once the person no longer sees the case', async () => {
    const { id } = await newCase();
    const step = await statusAs(people.recipient, id, 'PROC');
    const { db } = t.services;
    await db
      .updateTable('dental_case')
      .set({ recipient_removed_at: new Date() })
      .where('id', '=', id)
      .execute();
    expect((await undoAs(people.recipient, step)).statusCode).toBe(404);
  });

  test('an undo gets 409 after ten seconds', async () => {
    const { id } = await newCase();
    const step = await statusAs(people.recipient, id, 'PROC');
    await t.services.db
      .updateTable('undo_step')
      .set({ ends_at: sql`now() - interval '1 second'` })
      .where('id', '=', step)
      .execute();
    const reply = await undoAs(people.recipient, step);
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'undo_over']);
  });

  test('an undo gets 409 with the name of the person who has changed the status since, even back to the same status', async () => {
    const { id } = await newCase({ status: 'PROC' });
    const step = await statusAs(people.recipient, id, 'COMP');
    await statusAs(people.recipientMate, id, 'PROC');
    await statusAs(people.recipientMate, id, 'COMP');
    const reply = await undoAs(people.recipient, step);
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toMatchObject({ code: 'undo_changed', changed_by: 'Ron Mate' });
    expect(await rowOf(id)).toMatchObject({ status: 'COMP' });
  });

  test('an undo gets 409 with the name of the person who has changed the assignee since', async () => {
    const { id } = await newCase();
    const step = await assignAs(people.recipient, id, people.recipient.id);
    await assignAs(people.recipientMate, id, null);
    expect((await undoAs(people.recipient, step)).json()).toMatchObject({
      code: 'undo_changed',
      changed_by: 'Ron Mate',
    });
  });

  test('409 after a newer change of one’s own, which is undone first; one by somebody else in between is named', async () => {
    const { id } = await newCase({ status: 'OPEN' });
    const older = await statusAs(people.recipient, id, 'PROC');
    const newer = await statusAs(people.recipient, id, 'COMP');
    const refused = (await undoAs(people.recipient, older)).json();
    expect([refused.code, refused.changed_by]).toEqual(['undo_own_newer', undefined]);
    for (const step of [newer, older]) expect((await undoAs(people.recipient, step)).statusCode).toBe(200);
    expect(await rowOf(id)).toMatchObject({ status: 'OPEN' });
    const first = await assignAs(people.recipient, id, people.recipient.id);
    await assignAs(people.recipientMate, id, people.recipientMate.id);
    await assignAs(people.recipient, id, null);
    expect((await undoAs(people.recipient, first)).json()).toMatchObject({ changed_by: 'Ron Mate' });
  });

  test('completion is not restored while a change is proposed', async () => {
    const { id } = await newCase({ status: 'COMP' });
    const step = await statusAs(people.recipient, id, 'PROC');
    await orderEdits(t).edit(people.author, id, { as: 'proposal', fields: { note: 'Later' } });
    expect((await undoAs(people.recipient, step)).json()).toMatchObject({ code: 'proposal_open' });
  });
});

test('undoing a status restores exactly the status before, as a change of its own', async () => {
  const { id } = await newCase({ status: 'COMP' });
  const done = new Date('2026-11-20T08:00:00Z');
  const { db } = t.services;
  await db
    .updateTable('dental_case')
    .set({ completed_at: done, prev_status: 'PROC' })
    .where('id', '=', id)
    .execute();
  const step = await statusAs(people.recipient, id, 'PROC');
  expect(await rowOf(id)).toMatchObject({ status: 'PROC', completed_at: null });
  expect((await undoAs(people.recipient, step)).statusCode).toBe(200);
  expect(await rowOf(id)).toMatchObject({ status: 'COMP', prev_status: 'PROC', completed_at: done });
  expect((await eventsOf(t, id)).map(({ name, change }) => [name, change])).toEqual([
    ['post_status_modified', { from: 'COMP', to: 'PROC' }],
    ['post_status_modified', { from: 'PROC', to: 'COMP' }],
  ]);
  expect((await auditOf(t, id)).at(-1)).toMatchObject({ action: 'case_changed', detail: { undo: true } });
});

test('undoing twice changes nothing the second time', async () => {
  const { id } = await newCase({ status: 'PROC' });
  const step = await statusAs(people.recipient, id, 'COMP');
  const replies = await Promise.all([undoAs(people.recipient, step), undoAs(people.recipient, step)]);
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(await eventsOf(t, id)).toHaveLength(2);
});

test('the author who closed work in progress brings it back with the proposal that closing ended', async () => {
  const { id } = await newCase({ status: 'PROC' });
  await orderEdits(t).edit(people.author, id, { as: 'proposal', fields: { note: 'Changed' } });
  const step = await statusAs(people.author, id, 'CLSD');
  expect((await undoAs(people.author, step)).statusCode).toBe(200);
  const detail = (await (await t.as(people.recipient)).get(`/v1/cases/${id}/all/`)).json();
  expect(detail).toMatchObject({ status: { code: 'PROC' }, proposal: { state: 'open' } });
  expect(detail.proposal.fields.note).toBe('Changed');
});

test('undoing an assignment restores the assignee before', async () => {
  const { id } = await newCase();
  await assignAs(people.recipient, id, people.recipientMate.id);
  const step = await assignAs(people.recipient, id, null);
  expect((await undoAs(people.recipient, step)).statusCode).toBe(200);
  expect(await rowOf(id)).toMatchObject({ assignee_id: people.recipientMate.id });
});

test('no mail about a status that was undone', async () => {
  const { id } = await newCase({ status: 'PROC' });
  await undoAs(people.recipient, await statusAs(people.recipient, id, 'COMP'));
  const jobs = (await waitingJobs(t, 'edited-mail')).filter(({ caseId }) => caseId === id);
  expect(jobs.length).toBeGreaterThan(0);
  const before = (await waitingJobs(t, 'mail')).length;
  for (const job of jobs) await sendEditedMail(t.services, job as JobData['edited-mail']);
  expect(await waitingJobs(t, 'mail')).toHaveLength(before);
});

describe('undoing the deletion of a comment', () => {
  test('the comment is back, unread for those who had not seen it', async () => {
    const { id } = await newCase();
    const comment = await commentBy(people.author, id);
    await seeComments(t, people.recipient, id);
    const step = await removeBy(people.author, comment);
    expect(await rowOf(id)).toMatchObject({ comment_count: 0 });
    expect((await undoAs(people.author, step)).statusCode).toBe(200);
    expect(await rowOf(id)).toMatchObject({ comment_count: 1 });
    const unread = await t.services.db
      .selectFrom('unread_comment')
      .select('user_id')
      .where('comment_id', '=', comment)
      .execute();
    expect(unread.map(({ user_id }) => user_id).sort()).toEqual(ids(people.authorMate, people.recipientMate));
    const list = (await (await t.as(people.recipient)).get(`/v1/cases/${id}/comments/`)).json();
    expect(list.comments).toMatchObject([{ id: comment, text: 'Hello', is_edited: false }]);
    const { entries } = (await (await t.as(people.recipient)).get(`/v1/cases/${id}/history/`)).json();
    expect(entries.map(({ action }: { action: string }) => action)).not.toContain('comment_deleted');
  });

  test('two comments deleted one after the other can both be brought back', async () => {
    const { id } = await newCase();
    const [one, two] = [await commentBy(people.author, id), await commentBy(people.author, id)];
    const [first, second] = [await removeBy(people.author, one), await removeBy(people.author, two)];
    for (const step of [first, second]) expect((await undoAs(people.author, step)).statusCode).toBe(200);
    expect(await rowOf(id)).toMatchObject({ comment_count: 2 });
  });
});

describe('an undo meets others', () => {
  const leave = async (person: Person) => {
    const row = await t.services.db
      .selectFrom('group_member')
      .select('id')
      .where('user_id', '=', person.id)
      .where('status', '=', 'ACCD')
      .executeTakeFirstOrThrow();
    const left = await (await t.as(person)).delete(`/v1/group/users/${row.id}/remove/`);
    expect(left.statusCode).toBe(200);
  };

  test('an undo and a concurrent change by a colleague are serialised', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id } = await newCase({ status: 'PROC' });
      const step = await statusAs(people.recipient, id, 'COMP');
      const mate = await t.as(people.recipientMate);
      const reopen = { action: 'PROC', was: 'COMP' };
      const [undo, change] = await Promise.all([
        undoAs(people.recipient, step),
        mate.put(`/v1/cases/${id}/status/`, reopen),
      ]);
      // The second person finds another status than they saw.
      expect([undo.statusCode, change.statusCode].sort()).toEqual([200, 409]);
      expect(await rowOf(id)).toMatchObject({ status: 'PROC', completed_at: null });
    }
  });

  test('an undo that is sent again later does not undo what came after it', async () => {
    const { id } = await newCase({ status: 'PROC' });
    const step = await statusAs(people.recipient, id, 'COMP');
    await undoAs(people.recipient, step);
    await statusAs(people.recipient, id, 'COMP');
    expect((await undoAs(people.recipient, step)).statusCode).toBe(200);
    expect(await rowOf(id)).toMatchObject({ status: 'COMP' });
    const deleted = await commentBy(people.author, id);
    const first = await removeBy(people.author, deleted);
    await undoAs(people.author, first);
    await removeBy(people.author, deleted);
    await undoAs(people.author, first);
    expect(await rowOf(id)).toMatchObject({ comment_count: 0 });
  });

  test('a connection that was removed since does not keep people from undoing', async () => {
    const [author, recipient] = [await createUser(t.services), await createLabUser(t.services)];
    const connection = await createConnection(t.services, author, recipient);
    const { id } = await newCase({ author, recipient, status: 'PROC' });
    const step = await statusAs(recipient, id, 'COMP');
    await t.services.db.deleteFrom('connection').where('id', '=', connection.id).execute();
    expect((await undoAs(recipient, step)).statusCode).toBe(200);
  });

  test('423 while the case moves to another region, and nothing is marked as undone', async () => {
    const author = await createUser(t.services, { first_name: 'Mo', last_name: 'Ving' });
    const { id } = await newCase({ author, status: 'PROC' });
    const steps = [
      await statusAs(people.recipient, id, 'COMP'),
      await assignAs(people.recipient, id, people.recipient.id),
    ];
    const removed = await removeBy(people.recipient, await commentBy(people.recipient, id));
    await createMove(t.services, [author], 'frozen');
    for (const step of [...steps, removed])
      expect((await undoAs(people.recipient, step)).statusCode).toBe(423);
    const left = t.services.db.selectFrom('undo_step').select('is_undone').where('case_id', '=', id);
    expect((await left.execute()).some(({ is_undone }) => is_undone)).toBe(false);
    expect(await rowOf(id)).toMatchObject({ status: 'COMP', comment_count: 0 });
  });

  test('404 for somebody who left the group since, and the assignee before is not restored if they did', async () => {
    const { id } = await newCase();
    await assignAs(people.recipient, id, people.recipientMate.id);
    const step = await assignAs(people.recipient, id, null);
    const own = await statusAs(people.recipientMate, id, 'PROC');
    await leave(people.recipientMate);
    expect((await undoAs(people.recipientMate, own)).statusCode).toBe(404);
    expect((await undoAs(people.recipient, step)).json()).toMatchObject({ code: 'assignee_not_in_group' });
    expect(await rowOf(id)).toMatchObject({ status: 'PROC', assignee_id: null });
    // A refusal leaves it open, for when the reason has gone.
    const { is_undone } = await t.services.db
      .selectFrom('undo_step')
      .select('is_undone')
      .where('id', '=', step)
      .executeTakeFirstOrThrow();
    expect(is_undone).toBe(false);
  });
});
