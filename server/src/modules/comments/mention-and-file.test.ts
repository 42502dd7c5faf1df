import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { eventsOf, ids, openFreshSides, seeComments } from '../../testing/two-sides.ts';
import { png, upload } from '../../testing/uploads.ts';

const { t, people, newCase } = await openFreshSides();
let caseId: number;
beforeEach(async () => {
  caseId = (await newCase()).id;
});

const post = async (person: { id: number }, body: object, at = caseId) =>
  (await t.as(person)).post(`/v1/cases/${at}/comment/`, body);
const put = async (person: { id: number }, id: number, body: object) =>
  (await t.as(person)).put(`/v1/comments/${id}/edit/`, body);
const comments = async (person: { id: number }) =>
  (await (await t.as(person)).get(`/v1/cases/${caseId}/comments/`)).json().comments;
const row = async (person: { id: number }) => (await (await t.as(person)).get('/v1/cases/')).json().posts[0];
const hello = (person: { id: number }) => ({
  comment: 'Hi @Rita R., see 16',
  mentions: [{ user_id: person.id, start: 3, length: 8 }],
});
const addFile = async (person: { id: number }, name: string) =>
  (await upload(await t.as(person), caseId, png(name), name)).json().id as number;

describe('people who can be mentioned', () => {
  test('mentionable people: 401 for guests, 404 for strangers and uninvolved partners', async () => {
    expect((await t.nobody.get(`/v1/cases/${caseId}/people/`)).statusCode).toBe(401);
    for (const person of [people.stranger, people.partner])
      expect((await (await t.as(person)).get(`/v1/cases/${caseId}/people/`)).statusCode).toBe(404);
  });

  test('mentionable people are both sides with their groups, except oneself and people who left', async () => {
    await t.services.db
      .updateTable('app_user')
      .set({ deleted_at: new Date() })
      .where('id', '=', people.recipientMate.id)
      .execute();
    const reply = (await (await t.as(people.author)).get(`/v1/cases/${caseId}/people/`)).json();
    expect(ids(...reply.people.map(({ user_id }: { user_id: number }) => ({ id: user_id })))).toEqual(
      ids(people.authorMate, people.recipient),
    );
    expect(reply.people[0]).toMatchObject({ name: 'Amy Mate', institution: 'Smile Clinic', picture: null });
  });
});

describe('a mention is refused', () => {
  test.each(['stranger', 'partner'] as const)('a mention of a %s is refused', async (who) => {
    const reply = await post(people.author, hello(people[who]));
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ code: 'mention_not_on_case', errors: [{ field: 'mentions' }] });
    expect(await comments(people.author)).toEqual([]);
  });

  test('a mention that is not at an @ of the text, or has a malformed id, is refused', async () => {
    for (const mention of [
      { user_id: people.recipient.id, start: 2, length: 8 },
      { user_id: people.recipient.id, start: 3, length: 99 },
    ]) {
      const reply = await post(people.author, { comment: 'Hi @Rita R., see 16', mentions: [mention] });
      expect(reply.json()).toMatchObject({ code: 'mention_invalid' });
    }
    expect((await post(people.author, hello({ id: 987654321 }))).statusCode).toBe(400);
  });

  test('a new mention of somebody who lost the case is refused; an existing one stays', async () => {
    const { id } = (await post(people.author, hello(people.recipientMate))).json();
    await t.services.db.deleteFrom('group_member').where('user_id', '=', people.recipientMate.id).execute();
    expect((await post(people.author, hello(people.recipientMate))).statusCode).toBe(400);
    const kept = await put(people.author, id, { comment: 'Hi @Ron Mate, see 17' });
    expect(kept.statusCode).toBe(200);
    expect((await comments(people.author))[0]).toMatchObject({
      text: 'Hi @Ron Mate, see 17',
      mentions: [{ user_id: people.recipientMate.id, start: 3, length: 9 }],
    });
  });
});

describe('a mention', () => {
  test('a mention shows the current name, in plain text too, and marks the comment for the mentioned person', async () => {
    await post(people.author, hello(people.recipient));
    expect((await comments(people.authorMate))[0]).toMatchObject({
      text: 'Hi @Rita Recipient, see 16',
      mentions: [{ user_id: people.recipient.id, start: 3, length: 15 }],
      mentions_me: false,
    });
    await t.services.db
      .updateTable('app_user')
      .set({ first_name: 'Rosa', last_name: 'Née' })
      .where('id', '=', people.recipient.id)
      .execute();
    expect((await comments(people.recipient))[0]).toMatchObject({
      text: 'Hi @Rosa Née, see 16',
      mentions: [{ start: 3, length: 9 }],
      mentions_me: true,
    });
    await t.services.db
      .updateTable('app_user')
      .set({ deleted_at: new Date() })
      .where('id', '=', people.recipient.id)
      .execute();
    expect((await comments(people.author))[0].text).toBe('Hi @(Unknown), see 16');
  });

  test('a mention shows in the mentioned person’s list until read, and counts as one comment', async () => {
    await post(people.author, hello(people.recipient));
    expect(await row(people.recipient)).toMatchObject({ unread_comments: 1, unread_mention: true });
    expect(await row(people.recipientMate)).toMatchObject({ unread_comments: 1, unread_mention: false });
    expect(await row(people.author)).toMatchObject({ unread_comments: 0, unread_mention: false });
    await seeComments(t, people.recipient, caseId);
    expect(await row(people.recipient)).toMatchObject({ unread_comments: 0, unread_mention: false });
  });

  test('a mention added by an edit makes a read comment unread, for that person only', async () => {
    const { id } = (await post(people.author, { comment: 'see 16' })).json();
    for (const person of [people.recipient, people.recipientMate]) await seeComments(t, person, caseId);
    expect((await put(people.author, id, hello(people.recipient))).statusCode).toBe(200);
    expect(await row(people.recipient)).toMatchObject({ unread_comments: 1, unread_mention: true });
    expect(await row(people.recipientMate)).toMatchObject({ unread_comments: 0 });
  });

  test('a mention is deleted with its comment', async () => {
    const { id } = (await post(people.author, hello(people.recipient))).json();
    await (await t.as(people.author)).delete(`/v1/comments/${id}/remove/`);
    expect(await row(people.recipient)).toMatchObject({ unread_comments: 0, unread_mention: false });
  });
});

describe('a file that a comment points at', () => {
  test('a comment’s file is refused if it is of another case, deleted or missing', async () => {
    const gone = await addFile(people.author, 'gone.png');
    await (await t.as(people.author)).delete(`/v1/files/${gone}/remove/`);
    const other = await newCase();
    const elsewhere = (await upload(await t.as(people.author), other.id, png(), 'other.png')).json().id;
    for (const file_id of [gone, elsewhere, 987654321]) {
      const reply = await post(people.author, { comment: 'see', file_id });
      expect(reply.statusCode).toBe(400);
      expect(reply.json()).toMatchObject({ code: 'comment_file_unknown' });
    }
  });

  test('a comment’s file is still named after deletion; an edit keeps, changes or drops it', async () => {
    const [one, two] = [await addFile(people.author, 'one.png'), await addFile(people.recipient, 'two.png')];
    const { id } = (await post(people.author, { comment: 'see', file_id: one })).json();
    const file = async () => (await comments(people.recipient))[0].file;
    expect(await file()).toEqual({ id: one, filename: 'one.png', is_deleted: false });
    await (await t.as(people.author)).delete(`/v1/files/${one}/remove/`);
    expect(await file()).toEqual({ id: one, filename: 'one.png', is_deleted: true });
    expect((await put(people.author, id, { comment: 'see again' })).statusCode).toBe(200);
    expect(await file()).toMatchObject({ id: one, is_deleted: true });
    await put(people.author, id, { comment: 'see again', file_id: two });
    expect(await file()).toEqual({ id: two, filename: 'two.png', is_deleted: false });
    await put(people.author, id, { comment: 'see again', file_id: null });
    expect(await file()).toBeNull();
  });
});

describe('repeated requests', () => {
  test('the same key adds one comment, whether repeated at once, later or after deletion', async () => {
    const body = { comment: 'only once', key: randomUUID() };
    const replies = await Promise.all([post(people.author, body), post(people.author, body)]);
    const [first, second] = replies.map((reply) => reply.json().id);
    expect(second).toBe(first);
    expect(await comments(people.recipient)).toHaveLength(1);
    expect(await eventsOf(t, caseId)).toHaveLength(1);
    await (await t.as(people.author)).delete(`/v1/comments/${first}/remove/`);
    expect((await post(people.author, body)).json()).toEqual({ id: first });
    expect(await comments(people.recipient)).toEqual([]);
  });

  test('a key belongs to one person and one case', async () => {
    const body = { comment: 'only once', key: randomUUID() };
    await post(people.author, body);
    await post(people.recipient, body);
    expect(await comments(people.author)).toHaveLength(2);
    const other = await newCase();
    expect((await post(people.author, body, other.id)).statusCode).toBe(409);
    expect((await post(people.author, { ...body, key: 'no-uuid' })).statusCode).toBe(400);
  });

  test('two windows edit a comment: the second gets 409 and overwrites nothing', async () => {
    const { id } = (await post(people.author, { comment: 'first' })).json();
    const [{ version }] = await comments(people.author);
    const replies = await Promise.all([
      put(people.author, id, { comment: 'second', version }),
      put(people.author, id, { comment: 'third', version }),
    ]);
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 409]);
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      code: 'comment_changed',
    });
    const [now] = await comments(people.author);
    expect(now.text).toBe(replies[0]?.statusCode === 200 ? 'second' : 'third');
    expect((await put(people.author, id, { comment: 'last', version: now.version })).statusCode).toBe(200);
  });
});
