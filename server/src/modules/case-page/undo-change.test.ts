import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { sendEditedMail } from '../../modules/case-mails/edited-mail.ts';
import type { JobData } from '../../platform/jobs/jobs.ts';
import { orderEdits } from '../../testing/order-edits.ts';
import { auditOf, eventsOf, ids, openTwoSides, seeComments, waitingJobs } from '../../testing/two-sides.ts';

const { t, people, newCase } = await openTwoSides();
type Person = { id: number };

const statusAs = async (person: Person, id: number, action: string): Promise<number> =>
  (await (await t.as(person)).put(`/v1/cases/${id}/status/`, { action })).json().undo;
const assignAs = async (person: Person, id: number, assignee_id: number | null): Promise<number> =>
  (await (await t.as(person)).put(`/v1/cases/${id}/assignee/`, { assignee_id })).json().undo;
const undoAs = async (person: Person, step: number) => (await t.as(person)).post(`/v1/changes/${step}/undo/`);
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

  test('404 once the person no longer sees the case', async () => {
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

  test('409 after ten seconds', async () => {
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

  test('409 with the name of whoever changed the status since, even back to the same status', async () => {
    const { id } = await newCase({ status: 'PROC' });
    const step = await statusAs(people.recipient, id, 'COMP');
    await statusAs(people.recipientMate, id, 'PROC');
    await statusAs(people.recipientMate, id, 'COMP');
    const reply = await undoAs(people.recipient, step);
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toMatchObject({ code: 'undo_changed', changed_by: 'Ron Mate' });
    expect(await rowOf(id)).toMatchObject({ status: 'COMP' });
  });

  test('409 with the name of whoever changed the assignee since', async () => {
    const { id } = await newCase();
    const step = await assignAs(people.recipient, id, people.recipient.id);
    await assignAs(people.recipientMate, id, null);
    expect((await undoAs(people.recipient, step)).json()).toMatchObject({
      code: 'undo_changed',
      changed_by: 'Ron Mate',
    });
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
  const commentBy = async (person: Person, id: number): Promise<number> =>
    (await (await t.as(person)).post(`/v1/cases/${id}/comment/`, { comment: 'Hello' })).json().id;
  const removeBy = async (person: Person, comment: number): Promise<number> =>
    (await (await t.as(person)).delete(`/v1/comments/${comment}/remove/`)).json().undo;

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
