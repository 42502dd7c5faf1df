import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { connect, type Db } from '../../platform/db/database.ts';
import { prepareDatabase } from '../../platform/db/prepare.ts';
import { openEmptyDatabase } from '../../testing/empty-database.ts';
import { eventually } from '../../testing/eventually.ts';
import { names, openLiveSides } from '../../testing/live-lines.ts';
import { MAX_REPLAYED, readReplay } from './replay.sql.ts';

const { t, people, newCase, listen, commentOn } = await openLiveSides();

// A replay reaches back past the mark, so the hundreds of events that some tests insert would be in others' replays.
beforeEach(() => t.services.db.deleteFrom('event').execute());

const newestPlace = async () =>
  Number(
    (await t.services.db.selectFrom('event').select('seq').orderBy('seq', 'desc').executeTakeFirstOrThrow())
      .seq,
  );

test('a reconnecting client gets what it missed, once each, by header or by query', async () => {
  const { id } = await newCase();
  await commentOn(id, people.author);
  const before = await newestPlace();
  await commentOn(id, people.author);
  await commentOn(id, people.recipient);
  const lab = await t.as(people.recipient);
  for (const stream of [
    await listen(lab, { 'last-event-id': String(before) }),
    await listen(lab, {}, `?lastEventId=${before}`),
  ]) {
    await eventually(() => {
      const later = stream.messages().filter((message) => Number(message.id) > before);
      expect(later.map((message) => message.event)).toEqual(['comment_added', 'comment_added']);
    });
    expect(new Set(stream.messages().map((message) => message.id)).size).toBe(stream.messages().length);
  }
  const stranger = await listen(await t.as(people.stranger), { 'last-event-id': String(before) });
  expect(names(stranger)).toEqual([]);
});

test('events during page load are replayed to a stream that starts later', async () => {
  const { id } = await newCase();
  await commentOn(id, people.author);
  const stream = await listen(await t.as(people.recipient), {}, '?since=1');
  await eventually(() => expect(names(stream)).toContain('comment_added'));
  const stranger = await listen(await t.as(people.stranger), {}, '?since=1');
  expect(names(stranger)).toEqual([]);
  await sql`update event set at = at - interval '2 minutes'`.execute(t.services.db);
  const later = await listen(await t.as(people.recipient), {}, '?since=60');
  expect(names(later)).toEqual([]);
});

test('events during page load are replayed however many events others caused', async () => {
  const { id } = await newCase();
  await commentOn(id, people.author);
  await sql`
    insert into event (name, audience) select 'comment_added', array[${people.stranger.id}]::bigint[]
    from generate_series(1, 300)
  `.execute(t.services.db);
  const { events } = await readReplay(t.services.db, people.recipient.id, { lastEventId: null, since: 60 });
  expect(events?.map(({ name, case_id }) => [name, case_id])).toContainEqual(['comment_added', id]);
});

test('somebody who left the group gets no replay of its cases', async () => {
  const { id } = await newCase();
  await commentOn(id, people.author);
  const before = await newestPlace();
  await commentOn(id, people.author);
  await t.services.db.deleteFrom('group_member').where('user_id', '=', people.recipientMate.id).execute();
  const stream = await listen(await t.as(people.recipientMate), {
    'last-event-id': String(before),
  });
  const own = await listen(await t.as(people.recipient), { 'last-event-id': String(before) });
  await eventually(() => expect(names(own)).toContain('comment_added'));
  expect(names(stream)).toEqual([]);
});

test('a deletion is replayed to both sides, also to people who no longer see the case', async () => {
  const { id } = await newCase();
  await commentOn(id, people.author);
  const before = await newestPlace();
  await (await t.as(people.author)).delete(`/v1/cases/${id}/remove/`);
  const stream = await listen(await t.as(people.recipient), { 'last-event-id': String(before) });
  await eventually(() => expect(names(stream)).toEqual(['copy_deleted']));
  const own = await listen(await t.as(people.authorMate), { 'last-event-id': String(before) });
  await eventually(() => expect(names(own)).toEqual(['posts_deleted']));
});

test('a gap that is too old, too long or unknown gives one resync', async () => {
  const { id } = await newCase();
  await commentOn(id, people.author);
  const first = await newestPlace();
  const lab = await t.as(people.recipient);
  const unknown = await listen(lab, { 'last-event-id': String(first + 16_000_000) });
  expect(names(unknown)).toEqual(['resync']);

  await t.services.db
    .insertInto('event')
    .values(
      Array.from({ length: MAX_REPLAYED + 1 }, () => ({
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
  expect(Number(long.messages()[0]?.id)).toBe(await newestPlace());

  await t.services.db
    .updateTable('event')
    .set({ at: new Date(Date.now() - 25 * 3600 * 1000) })
    .where('seq', '=', first)
    .execute();
  expect(names(await listen(lab, { 'last-event-id': String(first) }))).toEqual(['resync']);
});

test('a replay too large to send gives one resync instead of repeated disconnects', async () => {
  const { id } = await newCase();
  await commentOn(id, people.author);
  const before = await newestPlace();
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
  await eventually(() => expect(names(stream)).toEqual(['resync', 'comment_added']));
});

test('Last-Event-ID does not move past events that are still to be sent', async () => {
  const { id } = await newCase();
  await commentOn(id, people.author);
  const before = await newestPlace();
  await commentOn(id, people.author);
  await commentOn(id, people.author);
  const stream = await listen(await t.as(people.recipient), { 'last-event-id': String(before) });
  const marks = [...stream.text.matchAll(/^id: (\d+)$/gm)].map(([, mark]) => Number(mark));
  expect(marks.length).toBeGreaterThan(1);
  expect(marks).toEqual(marks.toSorted((one, other) => one - other));
});

test('an event committed late, with a lower id than one seen, is replayed', async () => {
  const { id } = await newCase();
  await commentOn(id, people.author);
  const late = await newestPlace();
  await commentOn(id, people.author);
  const seen = await newestPlace();
  const stream = await listen(await t.as(people.recipient), { 'last-event-id': String(seen) });
  await eventually(() => expect(stream.messages().map((message) => Number(message.id))).toContain(late));
});

test('an id from before positions existed is replayed from; one sent later by an older process gives a resync', async () => {
  const { urls, owner, migrateTo } = await openEmptyDatabase();
  await migrateTo('0052-region');
  const insertEvent = async (db: Db) => {
    const { rows } = await sql<{ id: number }>`
      insert into event (name, audience) values ('contact_modified', '{3}') returning id
    `.execute(db);
    return rows[0]?.id ?? 0;
  };
  const [seen, missed] = [await insertEvent(owner), await insertEvent(owner)];
  await prepareDatabase(urls, 'us');
  const { db } = connect(urls.app, 1);
  try {
    const later = await insertEvent(db);
    const { newest, events } = await readReplay(db, 3, { lastEventId: seen, since: null });
    expect(events?.map(({ seq }) => seq)).toEqual([missed, newest]);
    expect(await readReplay(db, 3, { lastEventId: missed, since: null })).toMatchObject({
      events: [{ seq: seen }, {}],
    });
    expect(await readReplay(db, 3, { lastEventId: later, since: null })).toEqual({ newest, events: null });
    expect((await readReplay(db, 3, { lastEventId: newest, since: null })).events).not.toBeNull();
  } finally {
    await db.destroy();
  }
});

test('events imported from another region are neither replayed nor sent, and disturb nothing', async () => {
  const { id } = await newCase();
  await commentOn(id, people.author);
  const before = await newestPlace();
  const stream = await listen(await t.as(people.recipient));
  await sql`
    insert into event (id, seq, name, case_id, audience) values (${9e12 + 2}, null, 'post_modified', ${id}, ${[people.recipient.id]})
  `.execute(t.services.db);
  await commentOn(id, people.author);
  await eventually(() => expect(names(stream)).toEqual(['comment_added']));
  const back = await listen(await t.as(people.recipient), { 'last-event-id': String(before) });
  await eventually(() => expect(names(back)).toContain('comment_added'));
  expect(names(back)).not.toContain('post_modified');
});
