import { expect, test } from 'vitest';
import { DrawingPool, type Requester } from './drawing-pool.ts';

/** A client that waits without a limit. */
const requester = (userId: number): Requester => ({ userId, signal: new AbortController().signal });
const me = requester(7);

/**
 * A worker that draws the title, hangs on some forms, with or without work, crashes on another and cannot draw a third.
 */
const THREAD = `import { drawOnRequest } from '${new URL('./drawing-pool.ts', import.meta.url)}';
drawOnRequest(async ([{ title }]) => {
  if (title === 'hangs') for (;;);
  if (title === 'waits') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (title === 'kills') process.exit(1);
  if (title === 'wrong') throw new Error('it cannot be drawn');
  return Buffer.from(title);
});`;
const played = (maxWaiting: number, more: { maxOfOne?: number; threads?: number } = {}) =>
  new DrawingPool<{ title: string }>(new URL(`data:text/javascript,${encodeURIComponent(THREAD)}`), {
    longestMs: 4000,
    maxWaiting,
    ...more,
  });

test.each(['hangs', 'kills', 'wrong'])(
  'a form that %s fails alone; those waiting behind it are drawn',
  async (what) => {
    const drawer = played(10);
    const titles = ['first', what, 'second', 'third'];
    const drawn = await Promise.allSettled(titles.map((title) => drawer.draw([{ title }], 'A4', me)));
    expect(drawn.map((each) => (each.status === 'fulfilled' ? String(each.value) : 'lost'))).toEqual([
      'first',
      'lost',
      'second',
      'third',
    ]);
  },
);

test('a full queue asks new requests to retry, and every queued form is drawn', async () => {
  const drawer = played(2);
  const kept = ['1', '2', '3'].map((title) => drawer.draw([{ title }], 'A4', me));
  expect(() => drawer.draw([{ title: 'more' }], 'A4', me)).toThrow(
    expect.objectContaining({ code: 'unavailable' }),
  );
  expect((await Promise.all(kept)).map(String)).toEqual(['1', '2', '3']);
});

test('people take turns: one form does not wait behind fifty of somebody else', async () => {
  const drawer = played(100, { maxOfOne: 60, threads: 1 });
  const order: string[] = [];
  const ask = (title: string, who: Requester) =>
    drawer.draw([{ title }], 'A4', who).then((bytes) => order.push(String(bytes)));
  const many = Array.from({ length: 50 }, (_, at) => ask(`mine ${at}`, me));
  await Promise.all([...many, ask('hers', requester(8)), ask('his', requester(9))]);
  // Until then only finished forms, and one of the current turn.
  expect(order.indexOf('hers')).toBe(2);
  expect(order.indexOf('his')).toBe(3);
  expect(order.filter((title) => title.startsWith('mine'))).toEqual(many.map((_, at) => `mine ${at}`));
});

test('a hanging form delays only its own person', async () => {
  const drawer = played(10);
  const ended: string[] = [];
  const ask = (title: string, who: Requester) =>
    drawer.draw([{ title }], 'A4', who).then(
      () => ended.push(title),
      () => ended.push(`${title}, lost`),
    );
  await Promise.all([ask('waits', me), ask('mine', me), ask('hers', requester(8)), ask('his', requester(9))]);
  expect(ended).toEqual(['hers', 'his', 'waits, lost', 'mine']);
});

test('abandoned forms are not drawn, and the queue per person is limited', async () => {
  const drawer = played(100, { maxOfOne: 3 });
  const gone = new AbortController();
  const first = drawer.draw([{ title: 'first' }], 'A4', me);
  const left = [1, 2, 3].map(() =>
    drawer.draw([{ title: 'more' }], 'A4', { userId: 7, signal: gone.signal }),
  );
  expect(() => drawer.draw([{ title: 'more' }], 'A4', me)).toThrow(
    expect.objectContaining({ code: 'too_many_requests' }),
  );
  gone.abort();
  expect((await Promise.allSettled(left)).map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
  const last = drawer.draw([{ title: 'last' }], 'A4', me);
  expect([String(await first), String(await last)]).toEqual(['first', 'last']);
});
