import { uploadFile } from '@cusp/contract/files';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lastActivity } from './session/last-activity.ts';
import { upload } from './upload.ts';

/** As much of the browser's request as an upload needs; the test says what happens on the line. */
class Line {
  static now: Line;
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  status = 0;
  responseText = '';
  onload?: () => void;
  onloadend?: () => void;
  open(): void {
    Line.now = this;
  }
  setRequestHeader(): void {}
  send(): void {}
  sent(loaded: number, total: number): void {
    this.upload.onprogress?.({ loaded, total });
  }
  answer(status: number, body: unknown): void {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload?.();
    this.onloadend?.();
  }
}

const MINUTE = 60_000;

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', Line);
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('each part of a file on its way is use of the session', async () => {
  const onProgress = vi.fn();
  const arrived = upload(uploadFile, { params: { id: 1 } }, new FormData(), { onProgress });
  let now = Math.max(Date.now(), lastActivity());
  for (const sent of [1, 2, 3]) {
    now += 20 * MINUTE;
    vi.setSystemTime(now);
    Line.now.sent(sent, 3);
    expect(lastActivity()).toBe(now);
  }
  expect(onProgress.mock.calls).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
  ]);
  Line.now.answer(200, { id: 7 });
  expect(await arrived).toEqual({ id: 7 });
});
