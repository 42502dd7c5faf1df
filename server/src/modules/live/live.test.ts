import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { transact } from '../../platform/db/database.ts';
import { createCase } from '../../testing/factories.ts';
import { liveTests, names } from '../../testing/live-lines.ts';
import { endSessions } from '../identity/sessions.ts';

const live = liveTests();
const { listen, commentOn } = live;

test('refused: nobody', async () => {
  const stream = await listen(null);
  expect(stream.status).toBe(401);
});

test('a stream says when to come back and where it stands, and nothing compresses or keeps it', async () => {
  const stream = await listen(await live.t.as(live.people.author), { 'accept-encoding': 'gzip, br' });
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
  const { id } = await createCase(live.t.services, live.people);
  const [mate, lab, partner, stranger] = [
    await listen(await live.t.as(live.people.authorMate)),
    await listen(await live.t.as(live.people.recipient)),
    await listen(await live.t.as(live.people.partner)),
    await listen(await live.t.as(live.people.stranger)),
  ];
  await commentOn(id, live.people.author, { 'action-id': 'tab-7' });
  for (const stream of [mate, lab]) {
    await vi.waitFor(() => expect(names(stream)).toEqual(['comment_added']));
    const [message] = stream.messages();
    const data = JSON.parse(message?.data ?? '{}');
    expect(data).toMatchObject({
      id: Number(message?.id),
      name: 'comment_added',
      case_id: id,
      actor_id: live.people.author.id,
      action_id: 'tab-7',
    });
    expect(message?.data).not.toContain('hello');
  }
  expect([...names(partner), ...names(stranger)]).toEqual([]);
});

test('the end of a session ends its streams, and says so', async () => {
  const stream = await listen(await live.t.as(live.people.partner));
  await transact(live.t.services.db, (tx) =>
    endSessions(tx, live.t.services, { userId: live.people.partner.id }, 'signed out'),
  );
  await vi.waitFor(() => expect(stream.isOver).toBe(true));
  expect(names(stream)).toEqual(['session_ended']);
});

test('when the process stops the stream closes without a word: the browser comes back', async () => {
  const stream = await listen(await live.t.as(live.people.author));
  live.t.services.hub.drain();
  await vi.waitFor(() => expect(stream.isOver).toBe(true));
  expect(names(stream)).toEqual([]);
  await vi.waitFor(() => expect(live.t.services.hub.size).toBe(0));
});

test('a reader who does not read is dropped instead of filling the memory', async () => {
  const { id } = await createCase(live.t.services, live.people);
  const lab = await live.t.as(live.people.recipient);
  const headers = { cookie: `cusp=${lab.cookie}` };
  const asked = request(
    { host: '127.0.0.1', port: live.port, path: '/heclore/events/', headers },
    (response) => {
      response.pause();
      response.socket.pause();
    },
  );
  asked.on('error', () => {});
  asked.end();
  await vi.waitFor(() => expect(live.t.services.hub.size).toBe(1));
  for (let n = 0; n < 400 && live.t.services.hub.size > 0; n += 1) {
    await live.t.services.db
      .insertInto('event')
      .values(
        Array.from({ length: 20 }, () => ({
          name: 'post_modified' as const,
          activity: null,
          case_id: id,
          actor_id: null,
          action_id: null,
          audience: [live.people.recipient.id],
          ids: JSON.stringify({ files: Array.from({ length: 500 }, (_, at) => 1e12 + at) }),
        })),
      )
      .execute();
    await live.t.services.hub.settled();
    await sleep(1);
  }
  expect(live.t.services.hub.size).toBe(0);
  asked.destroy();
});
