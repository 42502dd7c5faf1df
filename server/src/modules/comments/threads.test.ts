import { describe, expect, test } from 'vitest';
import { createGuest } from '../../testing/guests.ts';
import { createMove } from '../../testing/moves/create-move.ts';
import { eventsOf, openFreshSides, seeComments, waitingJobs } from '../../testing/two-sides.ts';
import { fileEvent } from '../inbox/file-event.ts';
import { blankComment } from '../purge/blank-comment.ts';

const { t, people, newCase } = await openFreshSides();
const { db } = t.services;
type Person = { id: number };

const post = async (person: Person, caseId: number, more: object = {}) =>
  (await t.as(person)).post(`/v1/cases/${caseId}/comment/`, { comment: 'Which shade?', ...more });
const add = async (person: Person, caseId: number, more: object = {}): Promise<number> => {
  const reply = await post(person, caseId, more);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json().id;
};
const read = async (person: Person, caseId: number) =>
  (await (await t.as(person)).get(`/v1/cases/${caseId}/comments/`)).json().comments;
const remove = async (person: Person, id: number) =>
  (await t.as(person)).delete(`/v1/comments/${id}/remove/`);
const react = async (person: Person, id: number, body: object) =>
  (await t.as(person)).put(`/v1/comments/${id}/reaction/`, body);

describe('a reply is refused', () => {
  test('a reply is refused to a comment of another case, a deleted or an unknown one, also to people who do not see the case', async () => {
    const [{ id }, other] = [await newCase(), await newCase()];
    const elsewhere = await add(people.author, other.id);
    const gone = await add(people.author, id);
    await remove(people.author, gone);
    for (const reply_to of [elsewhere, gone, 999_999_999]) {
      const reply = await post(people.recipient, id, { reply_to });
      expect([reply.statusCode, reply.json().code]).toEqual([409, 'comment_reply_gone']);
    }
    for (const reply_to of [0, -1, 1.5, 'x', [elsewhere]])
      expect((await post(people.recipient, id, { reply_to })).statusCode).toBe(400);
    const here = await add(people.author, id);
    expect((await post(people.partner, id, { reply_to: here })).statusCode).toBe(404);
    expect(await read(people.author, id)).toHaveLength(1);
  });
});

describe('threads', () => {
  test('a reply to a reply joins the thread and quotes what it answers, cut between characters', async () => {
    const { id } = await newCase();
    const root = await add(people.author, id, { comment: '한'.repeat(150) + '😀'.repeat(80) });
    const first = await add(people.recipient, id, { comment: 'A2, d’accord?', reply_to: root });
    const second = await add(people.author, id, { comment: 'Yes', reply_to: first });
    for (const person of [people.author, people.recipientMate]) {
      const comments = await read(person, id);
      expect(comments).toMatchObject([
        { id: root, thread_id: null, reply_to: null },
        { id: first, thread_id: root, reply_to: { id: root, name: 'Ada Author', is_deleted: false } },
        {
          id: second,
          thread_id: root,
          reply_to: { id: first, name: 'Rita Recipient', text: 'A2, d’accord?' },
        },
      ]);
      expect(comments[1].reply_to.text).toBe('한'.repeat(150) + '😀'.repeat(50));
    }
  });

  test('replies stay readable when the comment they answer is deleted, and no longer quote it', async () => {
    const { id } = await newCase();
    const root = await add(people.author, id, { comment: 'Zqxsecret' });
    const reply = await add(people.recipient, id, { comment: 'A2', reply_to: root });
    const { undo } = (await remove(people.author, root)).json();
    const quote = { id: root, name: '', author_is_unknown: false, text: '', is_deleted: true };
    const list = await read(people.recipient, id);
    expect(list).toMatchObject([{ id: reply, text: 'A2', thread_id: root, reply_to: quote }]);
    expect(JSON.stringify(list)).not.toContain('Zqxsecret');
    // The thread goes on.
    await add(people.author, id, { comment: 'Thanks', reply_to: reply });
    await (await t.as(people.author)).post(`/v1/changes/${undo}/undo/`);
    expect((await read(people.recipient, id))[1].reply_to).toMatchObject({ text: 'Zqxsecret' });
  });

  test('two who answer at once are both in the thread, and a repeated key adds one reply', async () => {
    const { id } = await newCase();
    const root = await add(people.author, id);
    const key = '0b1f6a0e-6c0a-4d6e-9a3b-0d6d3c7f5a11';
    const made = await Promise.all([
      add(people.recipient, id, { reply_to: root, key }),
      add(people.recipient, id, { reply_to: root, key }),
      add(people.recipientMate, id, { reply_to: root }),
    ]);
    expect(new Set(made).size).toBe(2);
    const threads = (await read(people.author, id)).map((each: { thread_id: number }) => each.thread_id);
    expect(threads).toEqual([null, root, root]);
  });
});

describe('a reply is noticed', () => {
  const mailed = async (caseId: number) =>
    (await waitingJobs(t, 'comment-mail'))
      .filter((job) => job.caseId === caseId)
      .map(({ userId, kind }) => [userId, kind]);
  /** The people with a notice about a case after the event of its latest comment. */
  const noticed = async (caseId: number) => {
    await db.deleteFrom('inbox_item').where('case_id', '=', caseId).execute();
    const added = (await eventsOf(t, caseId)).filter(({ name }) => name === 'comment_added').at(-1);
    await fileEvent(t.services, added?.id ?? 0);
    const rows = await db
      .selectFrom('inbox_item')
      .select(['user_id', 'kind'])
      .where('case_id', '=', caseId)
      .orderBy('user_id')
      .execute();
    return rows.map(({ user_id, kind }) => [user_id, kind]);
  };

  test('a reply is noticed by the people of its thread and those whom it mentions, once each; it is unread for all', async () => {
    const { id } = await newCase();
    const root = await add(people.authorMate, id);
    for (const person of Object.values(people).slice(0, 4)) await seeComments(t, person, id);
    const before = (await mailed(id)).length;
    const mentions = [{ user_id: people.authorMate.id, start: 0, length: 2 }];
    await add(people.recipient, id, { comment: '@x A2', mentions, reply_to: root });
    expect(await noticed(id)).toEqual([[people.authorMate.id, 'mention']]);
    expect((await mailed(id)).slice(before)).toEqual([[people.authorMate.id, 'mention']]);
    await add(people.recipientMate, id, { comment: 'or A3', reply_to: root });
    expect(await noticed(id)).toEqual([
      [people.authorMate.id, 'comment'],
      [people.recipient.id, 'comment'],
    ]);
    const posts = (await (await t.as(people.author)).get('/v1/cases/')).json().posts;
    expect(posts[0]).toMatchObject({ id, unread_comments: 2, comment_count: 3 });
  });

  test('a reply is noticed by everybody concerned if nobody of the other side is in the thread', async () => {
    const { id } = await newCase();
    const root = await add(people.author, id);
    await add(people.authorMate, id, { comment: 'Not 16 but 17', reply_to: root });
    expect(await noticed(id)).toEqual([
      [people.author.id, 'comment'],
      [people.recipient.id, 'comment'],
    ]);
  });
});

describe('reactions', () => {
  test('reactions are refused for others, for unknown kinds, and to deleted comments', async () => {
    const { id } = await newCase();
    const comment = await add(people.author, id);
    const on = { kind: 'agreed', on: true };
    expect((await t.nobody.put(`/v1/comments/${comment}/reaction/`, on)).statusCode).toBe(401);
    for (const person of [people.stranger, people.partner])
      expect((await react(person, comment, on)).statusCode).toBe(404);
    for (const body of [
      { kind: '👎', on: true },
      { kind: 'agreed' },
      { on: true },
      { ...on, kind: ['agreed'] },
    ])
      expect((await react(people.recipient, comment, body)).statusCode).toBe(400);
    await remove(people.author, comment);
    expect((await react(people.recipient, comment, on)).statusCode).toBe(404);
  });

  test('each person has one reaction of a kind; both sides see who reacted, and reactions are neither unread nor mailed', async () => {
    const { id } = await newCase();
    const comment = await add(people.author, id);
    await seeComments(t, people.recipient, id);
    const jobs = (await waitingJobs(t, 'notices')).length;
    const on = { kind: 'done', on: true };
    await Promise.all([react(people.recipient, comment, on), react(people.recipient, comment, on)]);
    await react(people.authorMate, comment, on);
    await react(people.author, comment, { kind: 'agreed', on: true });
    expect((await read(people.author, id))[0].reactions).toEqual([
      { kind: 'agreed', is_mine: true, names: [] },
      { kind: 'done', is_mine: false, names: ['Rita Recipient', 'Amy Mate'] },
    ]);
    await react(people.recipient, comment, { ...on, on: false });
    await react(people.recipient, comment, { ...on, on: false });
    const [seen] = await read(people.recipient, id);
    expect(seen.reactions[1]).toEqual({ kind: 'done', is_mine: false, names: ['Amy Mate'] });
    expect(seen).toMatchObject({ is_unread: false, is_edited: false });
    expect(await waitingJobs(t, 'notices')).toHaveLength(jobs);
    const events = (await eventsOf(t, id)).filter(({ name }) => name === 'comment_reacted');
    expect(events).toHaveLength(4);
    expect(events[0]?.audience).toContain(people.recipientMate.id);
    const { entries } = (await (await t.as(people.author)).get(`/v1/cases/${id}/history/`)).json();
    expect(JSON.stringify(entries)).not.toContain('react');
  });

  test('reactions are removed with the text of a deleted comment', async () => {
    const { id } = await newCase();
    const comment = await add(people.author, id);
    await react(people.recipient, comment, { kind: 'thanks', on: true });
    await remove(people.author, comment);
    await db
      .updateTable('case_comment')
      .set({ deleted_at: new Date(Date.now() - 60_000) })
      .where('id', '=', comment)
      .execute();
    await blankComment(t.services, comment);
    const left = await db
      .selectFrom('comment_reaction')
      .selectAll()
      .where('comment_id', '=', comment)
      .execute();
    expect(left).toEqual([]);
  });

  test('stay while a legal hold is open, are refused while the case moves and by guests of a closed case', async () => {
    const guest = await createGuest(t.services, { email: `guest-${people.author.id}@lab.example` });
    const { id } = await newCase({ recipient: guest });
    const comment = await add(people.author, id);
    const on = { kind: 'fits', on: true };
    const visitor = await t.asGuest(guest);
    expect((await visitor.put(`/v1/comments/${comment}/reaction/`, on)).statusCode).toBe(200);
    const reply = await visitor.post(`/v1/cases/${id}/comment/`, { comment: 'A2', reply_to: comment });
    expect(reply.statusCode).toBe(200);
    await db
      .insertInto('legal_hold')
      .values({ case_id: id, placed_by: people.author.id, reason: 'x', lifted_by: null, lifted_at: null })
      .execute();
    const off = await visitor.put(`/v1/comments/${comment}/reaction/`, { ...on, on: false });
    expect(off.json()).toMatchObject({ code: 'case_on_hold' });
    await db.updateTable('dental_case').set({ status: 'CLSD' }).where('id', '=', id).execute();
    const late = await visitor.put(`/v1/comments/${comment}/reaction/`, { kind: 'done', on: true });
    expect(late.json()).toMatchObject({ code: 'case_closed' });
    await createMove(t.services, [people.author], 'frozen');
    expect((await react(people.author, comment, on)).statusCode).toBe(423);
  });
});
