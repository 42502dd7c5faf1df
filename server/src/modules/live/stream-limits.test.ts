import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import type { Services } from '../../platform/services.ts';
import { eventually } from '../../testing/eventually.ts';
import { createUser } from '../../testing/factories.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { EventStream } from './event-stream.ts';
import { OpenStreams } from './open-streams.ts';
import { STREAMS_A_PERSON, STREAMS_AN_ADDRESS, StreamLimits } from './stream-limits.ts';

/** A person's stream that records that it was dropped. */
function streamOf(userId: number, network = 'a') {
  const stream = {
    userId,
    network,
    isOpen: true,
    drop: () => {
      stream.isOpen = false;
    },
  };
  return stream;
}
const many = (count: number) => Array.from({ length: count }, (_, at) => at);

test('the newest streams of a person stay, the oldest are closed, and other people keep theirs', () => {
  const limits = new StreamLimits(1);
  const other = streamOf(8);
  limits.take(other);
  const streams = many(STREAMS_A_PERSON + 2).map(() => streamOf(7));
  for (const stream of streams) limits.take(stream);
  expect(streams.map(({ isOpen }) => isOpen)).toEqual([
    false,
    false,
    ...many(STREAMS_A_PERSON).map(() => true),
  ]);
  expect(other.isOpen).toBe(true);
});

test('a closed stream frees its slot', () => {
  const limits = new StreamLimits(1);
  const first = streamOf(7);
  limits.take(first);
  for (const _ of many(3 * STREAMS_A_PERSON)) {
    const stream = streamOf(7);
    limits.take(stream);
    limits.give(stream);
  }
  expect(first.isOpen).toBe(true);
});

test('an address with too many streams is refused until one closes; others are not', () => {
  const limits = new StreamLimits(1);
  const [first = streamOf(0), ...others] = many(STREAMS_AN_ADDRESS).map((userId) => streamOf(userId));
  for (const stream of [first, ...others]) limits.take(stream);
  const one = () => limits.take(streamOf(1_000_000));
  expect(one).toThrow('Too many requests');
  limits.take(streamOf(1_000_000, 'b'));
  limits.give(first);
  expect(one).not.toThrow();
  expect(one).toThrow('Too many requests');
});

test('no stream limits if rate limits are switched off', () => {
  const limits = new StreamLimits(0);
  const streams = many(STREAMS_A_PERSON + 1).map(() => streamOf(7));
  for (const stream of streams) limits.take(stream);
  expect(streams.every(({ isOpen }) => isOpen)).toBe(true);
});

test('an open stream gets a heartbeat every 15 seconds, counted from its own beginning', () => {
  vi.useFakeTimers();
  try {
    const hub = { add: () => {}, remove: () => {}, openSessions: () => [] };
    const streams = new OpenStreams({ hub } as unknown as Services, 0);
    const open = () => {
      const beats: number[] = [];
      const response = Object.assign(new EventEmitter(), {
        write: (text: string | Buffer) => String(text) === ': \n\n' && beats.push(Date.now() - begun),
      }) as unknown as ServerResponse;
      const stream = new EventStream({ userId: 7, sessionId: null, ip: 'a' });
      streams.add(stream, response);
      stream.start(response, { newest: 0, events: [] });
      return { beats, close: () => response.emit('close') };
    };
    const begun = Date.now();
    const early = open();
    vi.advanceTimersByTime(5_000);
    const late = open();
    vi.advanceTimersByTime(27_000);
    early.close();
    vi.advanceTimersByTime(15_000);
    expect(early.beats).toEqual([15_000, 30_000]);
    expect(late.beats).toEqual([20_000, 35_000]);
  } finally {
    vi.useRealTimers();
  }
});

test('over real connections: one more than allowed ends the oldest, and the rest continue', async () => {
  const t = await createTestApp({ rateLimitFactor: 1 });
  const leaving = new AbortController();
  try {
    await t.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = t.app.server.address() as AddressInfo;
    const { cookie } = await t.as(await createUser(t.services));
    const ended: number[] = [];
    for (const at of many(STREAMS_A_PERSON + 1)) {
      const reply = await fetch(`http://127.0.0.1:${port}/heclore/events/`, {
        headers: { cookie: `cusp=${cookie}` },
        signal: leaving.signal,
      });
      expect(reply.status).toBe(200);
      const end = () => ended.push(at);
      reply.text().then(end, end);
    }
    await eventually(() => expect(t.services.hub.size).toBe(STREAMS_A_PERSON));
    await eventually(() => expect(ended).toEqual([0]));
  } finally {
    leaving.abort();
    await t.close();
  }
});
