import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { names, openLiveSides } from '../../testing/live-lines.ts';
import { MOST_REPLAYED } from './replay.sql.ts';

const { t, people, newCase, listen, commentOn } = await openLiveSides();

const newestId = async () =>
  (await t.services.db.selectFrom('event').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id;

test('who comes back is told what they missed, once each, by header or by query', async () => {
  const { id } = await newCase();
  await commentOn(id, people.author);
  const before = await newestId();
  await commentOn(id, people.author);
  await commentOn(id, people.recipient);
  const lab = await t.as(people.recipient);
  for (const stream of [
    await listen(lab, { 'last-event-id': String(before) }),
    await listen(lab, {}, `?lastEventId=${before}`),
  ]) {
    await vi.waitFor(() => {
      const later = stream.messages().filter((message) => Number(message.id) > before);
      expect(later.map((message) => message.event)).toEqual(['comment_added', 'comment_added']);
    });
    expect(new Set(stream.messages().map((message) => message.id)).size).toBe(stream.messages().length);
  }
  const stranger = await listen(await t.as(people.stranger), { 'last-event-id': String(before) });
  expect(names(stranger)).toEqual([]);
});

test('what happened while a page was loading is told to a stream that begins after it', async () => {
  const { id } = await newCase();
  await commentOn(id, people.author);
  const stream = await listen(await t.as(people.recipient), {}, '?since=1');
  await vi.waitFor(() => expect(names(stream)).toContain('comment_added'));
  const stranger = await listen(await t.as(people.stranger), {}, '?since=1');
  expect(names(stranger)).toEqual([]);
  await sql`update event set at = at - interval '2 minutes'`.execute(t.services.db);
  const later = await listen(await t.as(people.recipient), {}, '?since=60');
  expect(names(later)).toEqual([]);
});

test('who has left the group since is not told of its cases', async () => {
  const { id } = await newCase();
  await commentOn(id, people.author);
  const before = await newestId();
  await commentOn(id, people.author);
  await t.services.db.deleteFrom('group_member').where('user_id', '=', people.recipientMate.id).execute();
  const stream = await listen(await t.as(people.recipientMate), {
    'last-event-id': String(before),
  });
  const own = await listen(await t.as(people.recipient), { 'last-event-id': String(before) });
  await vi.waitFor(() => expect(names(own)).toContain('comment_added'));
  expect(names(stream)).toEqual([]);
});

test('a deletion is in the replay although nobody sees the case any more', async () => {
  const { id } = await newCase();
  await commentOn(id, people.author);
  const before = await newestId();
  await (await t.as(people.author)).delete(`/v1/cases/${id}/remove/`);
  const stream = await listen(await t.as(people.recipient), { 'last-event-id': String(before) });
  await vi.waitFor(() => expect(names(stream)).toEqual(['posts_deleted']));
});

test('a gap too old, too long or unknown is one resync', async () => {
  const { id } = await newCase();
  await commentOn(id, people.author);
  const first = await newestId();
  const lab = await t.as(people.recipient);
  const unknown = await listen(lab, { 'last-event-id': String(first + 16_000_000) });
  expect(names(unknown)).toEqual(['resync']);

  await t.services.db
    .insertInto('event')
    .values(
      Array.from({ length: MOST_REPLAYED + 1 }, () => ({
        name: 'post_modified' as const,
        activity: null,
        case_id: id,
        actor_id: people.author.id,
        action_id: null,
        audience: [people.recipient.id],
        ids: '{}',
      })),
    )
    .execute();
  const long = await listen(lab, { 'last-event-id': String(first) });
  expect(names(long)).toEqual(['resync']);
  expect(Number(long.messages()[0]?.id)).toBe(await newestId());

  await t.services.db
    .updateTable('event')
    .set({ at: new Date(Date.now() - 25 * 3600 * 1000) })
    .where('id', '=', first)
    .execute();
  expect(names(await listen(lab, { 'last-event-id': String(first) }))).toEqual(['resync']);
});

test('what is too much to send at once is one resync, not a line that breaks again and again', async () => {
  const { id } = await newCase();
  await commentOn(id, people.author);
  const before = await newestId();
  await t.services.db
    .insertInto('event')
    .values(
      Array.from({ length: 300 }, () => ({
        name: 'files_uploaded' as const,
        activity: null,
        case_id: id,
        actor_id: people.author.id,
        action_id: null,
        audience: [people.recipient.id],
        ids: JSON.stringify({ files: Array.from({ length: 200 }, (_, at) => 1e6 + at) }),
      })),
    )
    .execute();
  const stream = await listen(await t.as(people.recipient), { 'last-event-id': String(before) });
  expect(names(stream)).toEqual(['resync']);
  await commentOn(id, people.author);
  await vi.waitFor(() => expect(names(stream)).toEqual(['resync', 'comment_added']));
});

test('a browser’s mark is not moved past what it is yet to be told', async () => {
  const { id } = await newCase();
  await commentOn(id, people.author);
  const before = await newestId();
  await commentOn(id, people.author);
  await commentOn(id, people.author);
  const stream = await listen(await t.as(people.recipient), { 'last-event-id': String(before) });
  const marks = [...stream.text.matchAll(/^id: (\d+)$/gm)].map(([, mark]) => Number(mark));
  expect(marks.length).toBeGreaterThan(1);
  expect(marks).toEqual(marks.toSorted((one, other) => one - other));
});

test('an event committed late, with a lower id than one seen, is in the replay', async () => {
  const { id } = await newCase();
  await commentOn(id, people.author);
  const late = await newestId();
  await commentOn(id, people.author);
  const seen = await newestId();
  const stream = await listen(await t.as(people.recipient), { 'last-event-id': String(seen) });
  await vi.waitFor(() => expect(stream.messages().map((message) => Number(message.id))).toContain(late));
});
