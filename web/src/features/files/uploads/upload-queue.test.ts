import { MAX_FILE_BYTES, MAX_MATERIAL_BYTES } from '@cusp/contract/file-types';
import { expect, test } from 'vitest';
import { countedItems, reasonToSkip, shareSent, type UploadItem, UploadQueue } from './upload-queue.ts';

const file = (name: string, size = 10) => ({ name, size }) as File;

/** A queue whose uploads the test completes one by one. */
function queueUnderTest() {
  const sending: {
    name: string;
    arrive(): void;
    fail(error: unknown): void;
    progress(sent: number): void;
    wait(awaited: 'connection' | 'move' | null): void;
  }[] = [];
  const ends: string[][] = [];
  const failures: [string, boolean][] = [];
  const queue = new UploadQueue({
    send: (sent, { onProgress, onWaiting, signal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
        sending.push({
          name: sent.name,
          arrive: resolve,
          fail: reject,
          progress: onProgress,
          wait: onWaiting,
        });
      }),
    onEnd: (arrived) => void ends.push(arrived.map(({ name }) => name)),
    onFailure: (item: UploadItem, canceled) => failures.push([item.file.name, canceled]),
  });
  const states = () => queue.snapshot().items.map(({ state }) => state);
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return { queue, sending, ends, failures, states, settle };
}

test.each([
  ['a.exe', 10, 'type'],
  ['README', 10, 'type'],
  ['a.stl', MAX_FILE_BYTES + 1, 'size'],
  ['a.mtl', MAX_MATERIAL_BYTES + 1, 'materialSize'],
  ['a.MTL', MAX_MATERIAL_BYTES, null],
  ['a.stl', 0, 'empty'],
  [`${'n'.repeat(255)}.stl`, 10, 'name'],
  ['A.STL', MAX_FILE_BYTES, null],
  [`${'상'.repeat(200).normalize('NFD')}.stl`, 10, null],
])('%s of %i bytes is skipped by %s', (name, size, reason) => {
  expect(reasonToSkip({ name, size })).toBe(reason);
});

test('invalid files are skipped by name, the rest is sent one by one and reported once', async () => {
  const { queue, sending, ends, settle, states } = queueUnderTest();
  queue.add([file('a.stl'), file('b.exe'), file('c.ply')]);
  expect(queue.snapshot().skipped).toMatchObject([{ name: 'b.exe', reason: 'type' }]);
  expect(sending.map(({ name }) => name)).toEqual(['a.stl']);
  sending[0]?.progress(5);
  expect(shareSent(queue.snapshot().items)).toBe(0.25);
  sending[0]?.arrive();
  await settle();
  expect(states()).toEqual(['done', 'sending']);
  expect(ends).toEqual([]);
  sending[1]?.arrive();
  await settle();
  expect(states()).toEqual(['done', 'done']);
  expect(ends).toEqual([['a.stl', 'c.ply']]);
  expect(queue.snapshot().isRunning).toBe(false);
});

test('skipped files of the same name get distinct keys', () => {
  const { queue } = queueUnderTest();
  queue.add([file('b.exe'), file('b.exe'), file('b.exe', 0)]);
  const { skipped } = queue.snapshot();
  expect(new Set(skipped.map(({ key }) => key)).size).toBe(3);
});

test('a file waits for its connection or for a move, and no more once it is back, canceled or failed', async () => {
  const { queue, sending, settle } = queueUnderTest();
  const awaited = () => queue.snapshot().items.map((item) => item.awaited);
  queue.add([file('a.stl'), file('b.stl')]);
  sending[0]?.wait('connection');
  expect(awaited()).toEqual(['connection', null]);
  sending[0]?.wait(null);
  expect(awaited()).toEqual([null, null]);
  sending[0]?.wait('move');
  queue.cancel();
  await settle();
  expect(awaited()).toEqual([null, null]);
});

test('the first failure stops the queue, and resuming sends the rest before the failed file', async () => {
  const { queue, sending, ends, failures, settle, states } = queueUnderTest();
  queue.add([file('a.stl'), file('b.stl'), file('c.stl')]);
  sending[0]?.arrive();
  await settle();
  sending[1]?.progress(10);
  sending[1]?.fail(new Error('no'));
  await settle();
  expect(states()).toEqual(['done', 'failed', 'waiting']);
  expect(failures).toEqual([['b.stl', false]]);
  expect(ends).toEqual([['a.stl']]);
  expect(shareSent(queue.snapshot().items)).toBeCloseTo(1 / 3);
  queue.resume();
  sending[2]?.arrive();
  await settle();
  sending[3]?.arrive();
  await settle();
  expect(sending.map(({ name }) => name)).toEqual(['a.stl', 'b.stl', 'c.stl', 'b.stl']);
  expect(states()).toEqual(['done', 'done', 'done']);
  expect(ends).toEqual([['a.stl'], ['c.stl', 'b.stl']]);
});

test('canceling stops every upload, and one can be sent again', async () => {
  const { queue, sending, failures, settle, states } = queueUnderTest();
  queue.add([file('a.stl'), file('b.stl')]);
  queue.cancel();
  await settle();
  expect(states()).toEqual(['canceled', 'canceled']);
  expect(failures).toEqual([['a.stl', true]]);
  const [, second] = queue.snapshot().items;
  queue.retry(second?.key ?? 0);
  expect(states()).toEqual(['canceled', 'sending']);
  sending[1]?.arrive();
  await settle();
  expect(states()).toEqual(['canceled', 'done']);
});

test('files added during an upload wait, and a finished list is cleared for new ones', async () => {
  const { queue, sending, settle, states } = queueUnderTest();
  queue.add([file('a.stl')]);
  queue.add([file('b.stl')]);
  expect(states()).toEqual(['sending', 'waiting']);
  sending[0]?.arrive();
  await settle();
  sending[1]?.arrive();
  await settle();
  queue.add([file('c.stl')]);
  expect(queue.snapshot().items.map((item) => item.file.name)).toEqual(['c.stl']);
});

test('earlier failures are not counted with new files and can still be retried', async () => {
  const { queue, sending, settle, states } = queueUnderTest();
  const counted = () => countedItems(queue.snapshot().items).map((item) => item.file.name);
  queue.add([file('a.stl'), file('b.stl')]);
  sending[0]?.fail(new Error('no'));
  await settle();
  queue.cancel();
  queue.add([file('c.stl')]);
  expect(counted()).toEqual(['c.stl']);
  sending[1]?.arrive();
  await settle();
  expect(states()).toEqual(['failed', 'done']);
  expect(shareSent(queue.snapshot().items)).toBe(1);
  queue.retry(queue.snapshot().items[0]?.key ?? 0);
  expect(counted()).toEqual(['a.stl', 'c.stl']);
  sending[2]?.fail(new Error('no'));
  await settle();
  // Choosing the same file again must not list it twice.
  queue.add([file('a.stl')]);
  expect(queue.snapshot().items.map((item) => item.file.name)).toEqual(['a.stl']);
});
