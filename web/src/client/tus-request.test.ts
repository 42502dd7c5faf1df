import type { User } from '@cusp/contract/identity';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { setAccess } from './session/access.ts';
import { lastActivity } from './session/last-activity.ts';
import { setSession } from './session/session-store.ts';
import { tusRequests } from './tus-request.ts';

let isRenewed = true;

/** The part of XMLHttpRequest that an upload needs; the test plays the network. */
class Line {
  static all: Line[] = [];
  readonly headers: Record<string, string> = {};
  upload: { onprogress?: (event: { loaded: number }) => void } = {};
  status = 0;
  responseText = '';
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  open(): void {
    Line.all.push(this);
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  getResponseHeader = () => null;
  send(): void {}
  abort(): void {
    this.onabort?.();
  }
  answer(status: number): void {
    this.status = status;
    this.onload?.();
  }
}

const lines = (count: number) => eventually(() => expect(Line.all).toHaveLength(count));

beforeEach(() => {
  Line.all = [];
  isRenewed = true;
  setAccess('old');
  setSession({
    status: 'in',
    user: { id: 1 } as User,
    userLoc: 'US',
    serverLoc: 'US',
    limits: { idle_minutes: 30, ends_at: '2030-01-01T00:00:00Z', unsecured: false },
  });
  vi.stubGlobal('XMLHttpRequest', Line);
  vi.stubGlobal('fetch', async () => Response.json({ access: 'new' }, { status: isRenewed ? 200 : 401 }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  setAccess(null);
  setSession({ status: 'checking' });
});

function part() {
  const request = tusRequests.createRequest('PATCH', '/upload');
  request.setHeader('Upload-Offset', '7');
  return { request, reply: request.send(null) };
}

test('each uploaded part counts as use of the session', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { request } = part();
  const onProgress = vi.fn();
  request.setProgressHandler(onProgress);
  let now = Math.max(Date.now(), lastActivity());
  for (const loaded of [1, 2, 3]) {
    now += 20 * 60_000;
    vi.setSystemTime(now);
    Line.all[0]?.upload.onprogress?.({ loaded });
    expect(lastActivity()).toBe(now);
  }
  expect(onProgress.mock.calls).toEqual([[1], [2], [3]]);
});

test('an expired token is renewed and the part sent again with the same action id', async () => {
  const { reply } = part();
  Line.all[0]?.answer(401);
  await lines(2);
  const [first, second] = Line.all;
  expect(first?.headers).toMatchObject({ authorization: 'Bearer old', 'Upload-Offset': '7' });
  expect(second?.headers).toEqual({ ...first?.headers, authorization: 'Bearer new' });
  second?.answer(204);
  expect((await reply).getStatus()).toBe(204);
});

test('an ended session, a lost connection and aborting end the request', async () => {
  isRenewed = false;
  const over = part();
  Line.all[0]?.answer(401);
  expect((await over.reply).getStatus()).toBe(401);
  const lost = part();
  Line.all[1]?.onerror?.();
  await expect(lost.reply).rejects.toMatchObject({ code: 'offline', status: 0 });
  const given = part();
  void given.request.abort();
  await expect(given.reply).rejects.toMatchObject({ code: 'aborted' });
});
