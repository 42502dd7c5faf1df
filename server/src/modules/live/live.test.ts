import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { NOBODY } from '../../platform/http/actor.ts';
import { inTransaction } from '../../platform/work.ts';
import { eventually } from '../../testing/eventually.ts';
import { names, openLiveSides } from '../../testing/live-lines.ts';
import { endSessions } from '../identity/sessions.ts';

const { t, people, newCase, port, listen, commentOn } = await openLiveSides();

test('event stream: 401 for guests', async () => {
  const stream = await listen(null);
  expect(stream.status).toBe(401);
});

test('event stream sends its retry time and position, uncompressed and uncached', async () => {
  const stream = await listen(await t.as(people.author), { 'accept-encoding': 'gzip, br' });
  expect(stream.status).toBe(200);
  expect(stream.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  });
  expect(stream.headers['content-encoding']).toBeUndefined();
  expect(stream.headers['transfer-encoding']).toBeUndefined();
  expect(stream.text).toMatch(/^retry: 3000\nid: \d+\n\n/);
});

test('both sides get an event with its ids at once; others get nothing', async () => {
  const { id } = await newCase();
  const [mate, lab, partner, stranger] = [
    await listen(await t.as(people.authorMate)),
    await listen(await t.as(people.recipient)),
    await listen(await t.as(people.partner)),
    await listen(await t.as(people.stranger)),
  ];
  await commentOn(id, people.author, { 'action-id': 'tab-7' });
  for (const stream of [mate, lab]) {
    await eventually(() => expect(names(stream)).toEqual(['comment_added']));
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

test('ending a session ends its streams with a notice', async () => {
  const stream = await listen(await t.as(people.partner));
  await inTransaction(t.services, NOBODY, (work) =>
    endSessions(work, { userId: people.partner.id }, 'signed out'),
  );
  await eventually(() => expect(stream.isOver).toBe(true));
  expect(names(stream)).toEqual(['session_ended']);
});

test('stopping the process closes the stream without a notice, so that the browser reconnects', async () => {
  const stream = await listen(await t.as(people.author));
  t.services.hub.drain();
  await eventually(() => expect(stream.isOver).toBe(true));
  expect(names(stream)).toEqual([]);
  await eventually(() => expect(t.services.hub.size).toBe(0));
});

test('a client that does not read is dropped, so that memory stays bounded', async () => {
  const { id } = await newCase();
  const lab = await t.as(people.recipient);
  const headers = { cookie: `cusp=${lab.cookie}` };
  const asked = request({ host: '127.0.0.1', port, path: '/heclore/events/', headers }, (response) => {
    response.pause();
    response.socket.pause();
  });
  asked.on('error', () => {});
  asked.end();
  await eventually(() => expect(t.services.hub.size).toBe(1));
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
