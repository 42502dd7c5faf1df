import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { createUser } from '../../testing/factories.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { STREAMS_A_PERSON, STREAMS_AN_ADDRESS, StreamLimits } from './stream-limits.ts';

/** A person's stream that records that it was dropped. */
function streamOf(userId: number) {
  const stream = {
    userId,
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
  limits.take(other, 'a');
  const streams = many(STREAMS_A_PERSON + 2).map(() => streamOf(7));
  for (const stream of streams) limits.take(stream, 'a');
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
  limits.take(first, 'a');
  for (const _ of many(3 * STREAMS_A_PERSON)) limits.take(streamOf(7), 'a')();
  expect(first.isOpen).toBe(true);
});

test('an address with too many streams is refused until one closes; others are not', () => {
  const limits = new StreamLimits(1);
  const closes = many(STREAMS_AN_ADDRESS).map((userId) => limits.take(streamOf(userId), 'a'));
  const one = () => limits.take(streamOf(1_000_000), 'a');
  expect(one).toThrow('Too many requests');
  limits.take(streamOf(1_000_000), 'b');
  closes[0]?.();
  expect(one).not.toThrow();
  expect(one).toThrow('Too many requests');
});

test('no stream limits if rate limits are switched off', () => {
  const limits = new StreamLimits(0);
  const streams = many(STREAMS_A_PERSON + 1).map(() => streamOf(7));
  for (const stream of streams) limits.take(stream, 'a');
  expect(streams.every(({ isOpen }) => isOpen)).toBe(true);
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
      reply.text().catch(() => ended.push(at));
    }
    await eventually(() => expect(t.services.hub.size).toBe(STREAMS_A_PERSON));
    await eventually(() => expect(ended).toEqual([0]));
  } finally {
    leaving.abort();
    await t.close();
  }
});
