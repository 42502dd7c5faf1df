import type { ErrorCode } from '@cusp/contract/errors';
import { expect, test } from 'vitest';
import { ApiError } from '../../../client/api-error.ts';
import { eventually } from '../../../testing/eventually.ts';
import { UploadQueue } from './upload-queue.ts';
import { isQuotaExceeded, leaveUploads, sendOne } from './use-uploads.tsx';

const file = (name: string) => new File(['x'], name);
/** Uploads of these names fail. */
const queueThatFails = (...names: string[]) => {
  const failures: string[] = [];
  const queue = new UploadQueue({
    send: async ({ name }) => {
      if (names.includes(name)) throw new Error('lost');
    },
    onEnd: () => undefined,
    onFailure: (item) => void failures.push(item.file.name),
  });
  return { queue, failures };
};

test('sendOne resolves to whether the file was uploaded', async () => {
  const { queue, failures } = queueThatFails('b.png');
  expect(await sendOne(queue, file('a.png'))).toBe(true);
  expect(await sendOne(queue, file('b.png'))).toBe(false);
  expect(failures).toEqual(['b.png']);
});

test('sendOne does not wait behind a failed file', async () => {
  const { queue } = queueThatFails('b.stl');
  queue.add([file('b.stl')]);
  expect(await sendOne(queue, file('a.png'))).toBe(false);
});

test('sendOne waits for a file that was added at the end of other uploads, after an earlier failure', async () => {
  let added: Promise<boolean> | undefined;
  const queue = new UploadQueue({
    send: async ({ name }) => {
      if (name === 'a.stl') throw new Error('lost');
    },
    onEnd: () => {
      added ??= sendOne(queue, file('c.png'));
    },
    onFailure: () => undefined,
  });
  expect(await sendOne(queue, file('a.stl'))).toBe(false);
  await eventually(() => expect(queue.snapshot().isRunning).toBe(false));
  expect(await sendOne(queue, file('b.stl'))).toBe(true);
  await eventually(() => expect(added).toBeDefined());
  expect(await added).toBe(true);
});

test('sendOne resolves to false for a skipped or removed file', async () => {
  const { queue } = queueThatFails();
  expect(await sendOne(queue, file('a.exe'))).toBe(false);
  const sending = sendOne(queue, file('a.png'));
  queue.clear();
  expect(await sending).toBe(false);
});

test('leaving a case says so when it cancels the file of a comment', async () => {
  const awaited = new WeakSet<File>();
  const failures: [name: string, isAwaited: boolean, isCanceled: boolean][] = [];
  const queue = new UploadQueue({
    send: (_, { signal }) => new Promise((_resolve, reject) => signal.addEventListener('abort', reject)),
    onEnd: () => undefined,
    onFailure: (item, canceled) => void failures.push([item.file.name, awaited.has(item.file), canceled]),
  });
  const picture = file('a.png');
  awaited.add(picture);
  const sending = sendOne(queue, picture);
  leaveUploads(queue, awaited);
  expect(await sending).toBe(false);
  await expect.poll(() => failures).toEqual([['a.png', false, true]]);
});

test('full storage is detected by the error code, not its English text', () => {
  const refused = (code: ErrorCode, detail: string) => new ApiError(400, { code, detail, request_id: 'r1' });
  expect(isQuotaExceeded(refused('quota_exceeded', 'Speicher voll'))).toBe(true);
  expect(isQuotaExceeded(refused('file_too_large', 'size limit'))).toBe(false);
});
