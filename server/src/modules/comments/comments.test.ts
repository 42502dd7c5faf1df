import { beforeEach, describe, expect, test } from 'vitest';
import { auditOf, eventsOf, ids, openFreshSides, seeComments } from '../../testing/two-sides.ts';

const { t, people, newCase } = await openFreshSides();
let caseId: number;
beforeEach(async () => {
  caseId = (await newCase()).id;
});

const comment = async (person: { id: number }, text: string) =>
  (await (await t.as(person)).post(`/v1/cases/${caseId}/comment/`, { comment: text })).json().id as number;
const listItem = async (person: { id: number }) =>
  (await (await t.as(person)).get('/v1/cases/')).json().posts[0];

describe('comments are refused', () => {
  test('comments: 401 for guests', async () => {
    const id = await comment(people.author, 'one');
    expect((await t.nobody.get(`/v1/cases/${caseId}/comments/`)).statusCode).toBe(401);
    expect((await t.nobody.post(`/v1/cases/${caseId}/comment/`, { comment: 'x' })).statusCode).toBe(401);
    expect((await t.nobody.put(`/v1/comments/${id}/edit/`, { comment: 'x' })).statusCode).toBe(401);
    expect((await t.nobody.delete(`/v1/comments/${id}/remove/`)).statusCode).toBe(401);
  });

  test('comments: 404 for strangers and uninvolved partners, by case and by comment', async () => {
    const id = await comment(people.author, 'one');
    for (const person of [people.stranger, people.partner]) {
      const client = await t.as(person);
      expect((await client.get(`/v1/cases/${caseId}/comments/`)).statusCode).toBe(404);
      expect((await client.post(`/v1/cases/${caseId}/comment/`, { comment: 'x' })).statusCode).toBe(404);
      expect((await client.put(`/v1/comments/${id}/edit/`, { comment: 'x' })).statusCode).toBe(404);
      expect((await client.delete(`/v1/comments/${id}/remove/`)).statusCode).toBe(404);
    }
  });

  test('changing somebody else’s comment is refused', async () => {
    const id = await comment(people.author, 'mine');
    for (const person of [people.authorMate, people.recipient, people.recipientMate]) {
      const client = await t.as(person);
      const edit = await client.put(`/v1/comments/${id}/edit/`, { comment: 'yours' });
      expect(edit.statusCode).toBe(403);
      expect(edit.json()).toMatchObject({ code: 'comment_not_editable' });
      expect((await client.delete(`/v1/comments/${id}/remove/`)).statusCode).toBe(403);
    }
  });

  test('a comment that is empty, too long or missing is refused', async () => {
    const client = await t.as(people.author);
    const id = await comment(people.author, 'text');
    const empty = await client.post(`/v1/cases/${caseId}/comment/`, { comment: '  \n ' });
    expect(empty.statusCode).toBe(400);
    expect(empty.json()).toMatchObject({ code: 'comment_empty' });
    expect((await client.put(`/v1/comments/${id}/edit/`, { comment: '' })).statusCode).toBe(400);
    const long = { comment: 'x'.repeat(10_001) };
    expect((await client.post(`/v1/cases/${caseId}/comment/`, long)).statusCode).toBe(400);
    expect((await client.post(`/v1/cases/${caseId}/comment/`, {})).statusCode).toBe(400);
    expect((await listItem(people.author)).comment_count).toBe(1);
  });

  test('comments of a deleted case and deleted comments get 404', async () => {
    const id = await comment(people.author, 'text');
    const client = await t.as(people.author);
    expect((await client.delete(`/v1/comments/${id}/remove/`)).statusCode).toBe(200);
    expect((await client.delete(`/v1/comments/${id}/remove/`)).statusCode).toBe(404);
    const other = await comment(people.author, 'text');
    await client.delete(`/v1/cases/${caseId}/remove/`);
    expect((await client.put(`/v1/comments/${other}/edit/`, { comment: 'x' })).statusCode).toBe(404);
  });
});

test('both sides see who wrote what, and each may change their own comments', async () => {
  const id = await comment(people.author, 'Hello\nlab');
  const { comments } = (await (await t.as(people.recipient)).get(`/v1/cases/${caseId}/comments/`)).json();
  expect(comments).toMatchObject([
    { id, text: 'Hello\nlab', author: 0, name: 'Ada Author', author_is_unknown: false, is_edited: false },
  ]);
  expect(comments[0].is_editable).toBe(false);
  const own = (await (await t.as(people.author)).get(`/v1/cases/${caseId}/comments/`)).json();
  expect(own).toMatchObject({ id: caseId, comments: [{ author: 1, is_editable: true }] });
});

test('adding, editing and deleting a comment updates the count, emits an event and is audited', async () => {
  const client = await t.as(people.recipient);
  const id = await comment(people.recipient, 'first');
  expect((await listItem(people.author)).comment_count).toBe(1);
  expect((await client.put(`/v1/comments/${id}/edit/`, { comment: 'second' })).statusCode).toBe(200);
  const { comments } = (await client.get(`/v1/cases/${caseId}/comments/`)).json();
  expect(comments).toMatchObject([{ text: 'second', is_edited: true }]);
  expect((await client.delete(`/v1/comments/${id}/remove/`)).statusCode).toBe(200);
  expect((await listItem(people.author)).comment_count).toBe(0);
  const events = await eventsOf(t, caseId);
  expect(events).toMatchObject([
    { name: 'comment_added', activity: 'COMMENT_ADD', ids: { comment: id } },
    { name: 'comment_modified', activity: 'COMMENT_EDIT', ids: { comment: id } },
    { name: 'comment_deleted', activity: null, ids: { comment: id } },
  ]);
  const { author, authorMate, recipient, recipientMate } = people;
  for (const event of events)
    expect(event.audience.toSorted((a, b) => a - b)).toEqual(
      ids(author, authorMate, recipient, recipientMate),
    );
  expect((await auditOf(t, caseId)).map((entry) => entry.action)).toEqual([
    'comment_added',
    'comment_changed',
    'comment_deleted',
  ]);
});

test('a closed case can still be commented on', async () => {
  await (await t.as(people.author)).put(`/v1/cases/${caseId}/status/`, { action: 'CLSD' });
  expect(await comment(people.recipient, 'too late?')).toBeGreaterThan(0);
});

describe('marking comments as seen', () => {
  const see = async (person: { id: number }, commentIds: unknown, id = caseId) =>
    (await t.as(person)).post(`/v1/cases/${id}/comments/seen/`, { commentIds });

  test('marking as seen is refused for guests, for people who do not see the case, and without ids', async () => {
    const id = await comment(people.author, 'one');
    const path = `/v1/cases/${caseId}/comments/seen/`;
    expect((await t.nobody.post(path, { commentIds: [id] })).statusCode).toBe(401);
    for (const person of [people.stranger, people.partner])
      expect((await see(person, [id])).statusCode).toBe(404);
    for (const ids of [[], undefined, ['x'], [0], [1.5], Array(501).fill(id)])
      expect((await see(people.recipient, ids)).statusCode).toBe(400);
    expect((await listItem(people.recipient)).unread_comments).toBe(1);
  });

  test('marking comments of another case, deleted or unknown ones changes nothing and gets the same answer', async () => {
    const here = await comment(people.author, 'here');
    const other = await newCase();
    const author = await t.as(people.author);
    const path = `/v1/cases/${other.id}/comment/`;
    const there = (await author.post(path, { comment: 'there' })).json().id as number;
    const answer = { unread_comments: 1, unread_mention: false };
    for (const id of [there, 999_999_999, here + 1]) {
      const reply = await see(people.recipient, [id]);
      expect([reply.statusCode, reply.json()]).toEqual([200, answer]);
    }
    const counts = (await (await t.as(people.recipient)).get('/v1/cases/')).json().posts;
    expect(counts.map((post: { unread_comments: number }) => post.unread_comments)).toEqual([1, 1]);
  });

  test('seen comments are read for this person only; for others they stay unread', async () => {
    const [one, two] = [await comment(people.author, 'one'), await comment(people.author, 'two')];
    expect((await listItem(people.author)).unread_comments).toBe(0);
    expect((await see(people.recipient, [two])).json()).toEqual({
      unread_comments: 1,
      unread_mention: false,
    });
    const { comments } = (await (await t.as(people.recipient)).get(`/v1/cases/${caseId}/comments/`)).json();
    expect(comments).toMatchObject([
      { id: one, is_unread: true },
      { id: two, is_unread: false },
    ]);
    expect((await listItem(people.recipientMate)).unread_comments).toBe(2);
    await (await t.as(people.author)).delete(`/v1/comments/${two}/remove/`);
    expect((await listItem(people.recipientMate)).unread_comments).toBe(1);
  });

  test('seen comments reach the person’s other tabs once, and nobody else', async () => {
    const id = await comment(people.author, 'one');
    for (let time = 0; time < 3; time++) expect((await see(people.recipient, [id, id])).statusCode).toBe(200);
    const [recorded, ...more] = (await eventsOf(t, caseId)).filter(({ name }) => name === 'comments_seen');
    expect(more).toEqual([]);
    expect(recorded).toMatchObject({
      activity: null,
      audience: [people.recipient.id],
      ids: { comments: [id] },
    });
    const history = await (await t.as(people.author)).get(`/v1/cases/${caseId}/history/`);
    expect(history.json().entries.map(({ action }: { action: string }) => action)).not.toContain('seen');
  });

  test('a GET of the case, its comments or its files marks nothing as seen', async () => {
    await comment(people.author, 'one');
    const { no } = await listItem(people.recipient);
    const lab = await t.as(people.recipient);
    const ways = ['all', 'content', 'comments', 'files', 'history', 'people', 'assignee'];
    for (const way of [...ways.map((each) => `${caseId}/${each}`), no, String(caseId)])
      expect((await lab.get(`/v1/cases/${way}/`)).statusCode, way).toBe(200);
    expect(await listItem(people.recipient)).toMatchObject({ unread_comments: 1, status: { code: 'OPEN' } });
    expect(await eventsOf(t, caseId)).toMatchObject([{ name: 'comment_added' }]);
    await seeComments(t, people.recipient, caseId);
    expect((await listItem(people.recipient)).unread_comments).toBe(0);
  });
});
