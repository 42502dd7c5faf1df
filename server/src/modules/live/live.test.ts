import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { transact } from '../../platform/db/database.ts';
import { createCase } from '../../testing/factories.ts';
import { type Client, createTestApp, type TestApp } from '../../testing/test-app.ts';
import { twoSides } from '../../testing/two-sides.ts';
import { endSessions } from '../identity/sessions.ts';
import { MOST_REPLAYED } from './replay.sql.ts';

interface Message {
  event: string;
  id: string;
  data: string;
}

interface Stream {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  isOver: boolean;
  messages(): Message[];
  close(): void;
}

let t: TestApp;
let people: Awaited<ReturnType<typeof twoSides>>;
let port: number;
const open: Stream[] = [];

beforeAll(async () => {
  t = await createTestApp();
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  port = (t.app.server.address() as AddressInfo).port;
});
afterAll(() => t.close());
beforeEach(async () => {
  people = await twoSides(t);
});
afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});

/** Opens a stream over a real socket and waits for its beginning. */
async function listen(
  client: Client | null,
  headers: Record<string, string> = {},
  query = '',
): Promise<Stream> {
  // What happened before is delivered before: it can only come from the replay.
  await t.services.hub.settled();
  const stream = await new Promise<Stream>((resolve, reject) => {
    const auth = client ? { cookie: `cusp=${client.cookie}` } : {};
    const path = `/heclore/events/${query}`;
    const asked = request({ host: '127.0.0.1', port, path, headers: { ...auth, ...headers } }, (response) => {
      const state: Stream = {
        status: response.statusCode ?? 0,
        headers: response.headers,
        text: '',
        isOver: false,
        messages: () => messagesOf(state.text),
        close: () => asked.destroy(),
      };
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        state.text += text;
      });
      response.on('close', () => {
        state.isOver = true;
      });
      response.on('error', () => {});
      resolve(state);
    });
    asked.on('error', reject);
    asked.end();
  });
  open.push(stream);
  await vi.waitFor(() => expect(stream.text).not.toBe(''));
  return stream;
}

function messagesOf(text: string): Message[] {
  return text.split('\n\n').flatMap((block) => {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';
    return field('event') ? [{ event: field('event'), id: field('id'), data: field('data') }] : [];
  });
}

const names = (stream: Stream) => stream.messages().map((message) => message.event);
const commentOn = async (caseId: number, person: { id: number }, headers: Record<string, string> = {}) =>
  (await t.as(person)).request('POST', `/v1/cases/${caseId}/comment/`, { comment: 'hello' }, headers);
const newestId = async () =>
  (await t.services.db.selectFrom('event').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id;

test('refused: nobody', async () => {
  const stream = await listen(null);
  expect(stream.status).toBe(401);
});

test('a stream says when to come back and where it stands, and nothing compresses or keeps it', async () => {
  const stream = await listen(await t.as(people.author), { 'accept-encoding': 'gzip, br' });
  expect(stream.status).toBe(200);
  expect(stream.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  expect(stream.headers['content-encoding']).toBeUndefined();
  expect(stream.text).toMatch(/^retry: 3000\nid: \d+\n\n/);
});

test('both sides hear at once what happened to which id; others hear nothing', async () => {
  const { id } = await createCase(t.services, people);
  const [mate, lab, partner, stranger] = [
    await listen(await t.as(people.authorMate)),
    await listen(await t.as(people.recipient)),
    await listen(await t.as(people.partner)),
    await listen(await t.as(people.stranger)),
  ];
  await commentOn(id, people.author, { 'action-id': 'tab-7' });
  for (const stream of [mate, lab]) {
    await vi.waitFor(() => expect(names(stream)).toEqual(['comment_added']));
    const [message] = stream.messages();
    const data = JSON.parse(message?.data ?? '{}');
    expect(data).toMatchObject({
      id: Number(message?.id),
      name: 'comment_added',
      case_id: id,
      actor_id: people.author.id,
      action_id: 'tab-7',
    });
    expect(message?.data).not.toContain('hello');
  }
  expect([...names(partner), ...names(stranger)]).toEqual([]);
});

test('who comes back is told what they missed, once each, by header or by query', async () => {
  const { id } = await createCase(t.services, people);
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
  const { id } = await createCase(t.services, people);
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
  const { id } = await createCase(t.services, people);
  await commentOn(id, people.author);
  const before = await newestId();
  await commentOn(id, people.author);
  await t.services.db.deleteFrom('group_member').where('user_id', '=', people.recipientMate.id).execute();
  const stream = await listen(await t.as(people.recipientMate), { 'last-event-id': String(before) });
  const own = await listen(await t.as(people.recipient), { 'last-event-id': String(before) });
  await vi.waitFor(() => expect(names(own)).toContain('comment_added'));
  expect(names(stream)).toEqual([]);
});

test('a deletion is in the replay although nobody sees the case any more', async () => {
  const { id } = await createCase(t.services, people);
  await commentOn(id, people.author);
  const before = await newestId();
  await (await t.as(people.author)).delete(`/v1/cases/${id}/remove/`);
  const stream = await listen(await t.as(people.recipient), { 'last-event-id': String(before) });
  await vi.waitFor(() => expect(names(stream)).toEqual(['posts_deleted']));
});

test('a gap too old, too long or unknown is one resync', async () => {
  const { id } = await createCase(t.services, people);
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
  const { id } = await createCase(t.services, people);
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
  const { id } = await createCase(t.services, people);
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
  const { id } = await createCase(t.services, people);
  await commentOn(id, people.author);
  const late = await newestId();
  await commentOn(id, people.author);
  const seen = await newestId();
  const stream = await listen(await t.as(people.recipient), { 'last-event-id': String(seen) });
  await vi.waitFor(() => expect(stream.messages().map((message) => Number(message.id))).toContain(late));
});

test('the end of a session ends its streams, and says so', async () => {
  const stream = await listen(await t.as(people.partner));
  await transact(t.services.db, (tx) =>
    endSessions(tx, t.services, { userId: people.partner.id }, 'signed out'),
  );
  await vi.waitFor(() => expect(stream.isOver).toBe(true));
  expect(names(stream)).toEqual(['session_ended']);
});

test('when the process stops the stream closes without a word: the browser comes back', async () => {
  const stream = await listen(await t.as(people.author));
  t.services.hub.drain();
  await vi.waitFor(() => expect(stream.isOver).toBe(true));
  expect(names(stream)).toEqual([]);
  await vi.waitFor(() => expect(t.services.hub.size).toBe(0));
});

test('a reader who does not read is dropped instead of filling the memory', async () => {
  const { id } = await createCase(t.services, people);
  const lab = await t.as(people.recipient);
  const headers = { cookie: `cusp=${lab.cookie}` };
  const asked = request({ host: '127.0.0.1', port, path: '/heclore/events/', headers }, (response) => {
    response.pause();
    response.socket.pause();
  });
  asked.on('error', () => {});
  asked.end();
  await vi.waitFor(() => expect(t.services.hub.size).toBe(1));
  for (let n = 0; n < 400 && t.services.hub.size > 0; n += 1) {
    await t.services.db
      .insertInto('event')
      .values(
        Array.from({ length: 20 }, () => ({
          name: 'post_modified' as const,
          activity: null,
          case_id: id,
          actor_id: null,
          action_id: null,
          audience: [people.recipient.id],
          ids: JSON.stringify({ files: Array.from({ length: 500 }, (_, at) => 1e12 + at) }),
        })),
      )
      .execute();
    await t.services.hub.settled();
    await sleep(1);
  }
  expect(t.services.hub.size).toBe(0);
  asked.destroy();
});
