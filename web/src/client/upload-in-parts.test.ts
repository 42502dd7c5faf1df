// @vitest-environment happy-dom
import { ERRORS, type ErrorCode } from '@cusp/contract/errors';
import { expect, test, vi } from 'vitest';
import { type Awaited, uploadInParts } from './upload-in-parts.ts';

const answers = vi.hoisted<(string | null)[]>(() => []);

// The library's own requests are not under test; each start takes the next result, null for success.
vi.mock('tus-js-client', () => ({
  Upload: class {
    options: { onSuccess?(): void; onError?(error: Error): void } = {};
    start(): void {
      const code = answers.shift() ?? null;
      if (code === null) {
        this.options.onSuccess?.();
        return;
      }
      const originalResponse = {
        getStatus: () => ERRORS[code as ErrorCode].status,
        getBody: () => JSON.stringify({ code }),
      };
      this.options.onError?.(Object.assign(new Error(code), { originalResponse }));
    }
    async abort(): Promise<void> {}
  },
}));

/** Uploads a file; its retries skip their delay. */
async function upload(replies: (ErrorCode | null)[]) {
  answers.splice(0, answers.length, ...replies);
  const waited: Awaited[] = [];
  const retry = setInterval(() => dispatchEvent(new Event('online')));
  const outcome = await uploadInParts(1, new File(['scan'], 'upper.stl'), {
    onProgress: () => {},
    onWaiting: (awaited) => void (awaited && waited.push(awaited)),
    onUnchanged: () => {},
    onGivenUp: () => {},
    signal: new AbortController().signal,
  }).then(
    () => 'stored',
    (error: { code: string }) => error.code,
  );
  clearInterval(retry);
  return { outcome, waited };
}

test('a file of people who are moving waits however often it is refused', async () => {
  const refused = Array.from({ length: 12 }, () => 'moving' as const);
  expect(await upload([...refused, null])).toEqual({
    outcome: 'stored',
    waited: refused.map(() => 'move'),
  });
});

test('a busy server is asked a few times only', async () => {
  const { outcome, waited } = await upload(Array.from({ length: 12 }, () => 'unavailable' as const));
  expect(outcome).toBe('unavailable');
  expect(waited).toEqual(Array.from({ length: 7 }, () => 'connection'));
});

test('a file that is refused for good is given up', async () => {
  expect(await upload(['case_closed'])).toEqual({ outcome: 'case_closed', waited: [] });
});
