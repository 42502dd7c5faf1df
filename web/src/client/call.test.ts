import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { changeStatus } from '@cusp/contract/case-changes.routes';
import { getCaseContent } from '@cusp/contract/cases.routes';
import type { User } from '@cusp/contract/identity';
import { login } from '@cusp/contract/sign-in.routes';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { isOwnAction } from './action-ids.ts';
import { ApiError } from './api-error.ts';
import { call, urlOf } from './call.ts';
import { accessToken, setAccess } from './session/access.ts';
import { lastActivity } from './session/last-activity.ts';
import { currentSession, setSession } from './session/session-store.ts';

interface Seen {
  url: string;
  method: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A server that accepts one token and hands it out on refresh while the session lives. */
let server: Server;
let seen: Seen[] = [];
let alive = true;
/** Breaks the connection in the middle of the refresh response. */
let cut = false;
const GOOD = 'Bearer fresh';

const { fetch } = globalThis;

beforeAll(async () => {
  server = createServer((request, reply) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const url = request.url ?? '';
      seen.push({ url, method: request.method ?? '', headers: request.headers, body });
      const [status, answer] = url.endsWith('/refresh/')
        ? cut
          ? [200, '{"acc']
          : alive && request.headers['action-id']
            ? [200, { access: 'fresh' }]
            : [401, { code: 'session_over', detail: 'unable to refresh', request_id: 'r1' }]
        : url.endsWith('/login/')
          ? [401, { code: 'wrong_credentials', detail: 'Check', request_id: 'r2' }]
          : url.includes('/cases/500/')
            ? [500, '<html>bad gateway</html>']
            : request.headers.authorization === GOOD
              ? [200, { ok: true }]
              : [401, { code: 'not_signed_in', detail: 'no', request_id: 'r3' }];
      reply.writeHead(status as number, { 'content-type': 'application/json' });
      reply.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  // Node has no document, so relative URLs need a base.
  globalThis.fetch = (url, init) => fetch(`http://127.0.0.1:${port}${String(url)}`, init);
});
afterAll(async () => {
  globalThis.fetch = fetch;
  setAccess(null);
  setSession({ status: 'checking' });
  await new Promise((resolve) => server.close(resolve));
});

beforeEach(() => {
  seen = [];
  alive = true;
  cut = false;
  setAccess('stale');
  setSession({
    status: 'in',
    user: { id: 1 } as User,
    userLoc: 'US',
    serverLoc: 'US',
    limits: { idle_minutes: 30, ends_at: '2030-01-01T00:00:00Z', unsecured: false },
  });
});

const refreshes = () => seen.filter(({ url }) => url.endsWith('/refresh/')).length;
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => Promise.reject(new Error('it did not fail')),
    (error: unknown) => error as ApiError,
  );

test('a request that the page sent before its code was loaded is not sent again', async () => {
  setAccess('fresh');
  const input = { params: { id: 1 } };
  const replies = [Promise.resolve(Response.json({ early: true })), Promise.resolve(undefined)];
  globalThis.takeEarlyReply = (url) => (url === urlOf(getCaseContent, input) ? replies.shift() : undefined);
  onTestFinished(() => {
    globalThis.takeEarlyReply = undefined;
  });
  expect(await call(getCaseContent, input)).toEqual({ early: true });
  expect(seen).toEqual([]);
  expect(await call(getCaseContent, input)).toEqual({ ok: true });
  expect(await call(getCaseContent, input)).toEqual({ ok: true });
  expect(seen).toHaveLength(2);
});

describe('a refused call', () => {
  test('concurrent calls with a stale token share one renewal and are each repeated', async () => {
    const things = [1, 2, 3].map((id) => call(getCaseContent, { params: { id } }));
    expect(await Promise.all(things)).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
    expect(refreshes()).toBe(1);
    expect(accessToken()).toBe('fresh');
  });

  test('a refusal that arrives after the renewal uses the new token', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const { fetch } = globalThis;
    globalThis.fetch = async (url, init) => {
      const reply = await fetch(url, init);
      if (String(url).includes('/cases/2/')) await released;
      return reply;
    };
    const late = call(getCaseContent, { params: { id: 2 } });
    await eventually(() => expect(seen).toHaveLength(1));
    await call(getCaseContent, { params: { id: 1 } });
    globalThis.fetch = fetch;
    release();
    expect(await late).toEqual({ ok: true });
    expect(refreshes()).toBe(1);
  });

  test('an expired session asks for sign-in again', async () => {
    alive = false;
    const error = await failure(call(getCaseContent, { params: { id: 1 } }));
    expect(error).toMatchObject({ status: 401, code: 'not_signed_in', requestId: 'r3' });
    expect(currentSession().status).toBe('relogin');
  });

  test('a call stays refused when the response to the renewal is lost', async () => {
    cut = true;
    const error = await failure(call(getCaseContent, { params: { id: 1 } }));
    expect(error).toMatchObject({ status: 401, code: 'not_signed_in' });
    expect(currentSession().status).toBe('in');
  });

  test('a 401 of the sign-in endpoint renews nothing', async () => {
    expect(await failure(call(login, { body: { username: 'a@cusp.example', password: 'x' } }))).toMatchObject(
      { status: 401, code: 'wrong_credentials' },
    );
    expect(refreshes()).toBe(0);
  });

  test("a guest's refused call renews nothing", async () => {
    setSession({ status: 'out', left: false });
    expect((await failure(call(getCaseContent, { params: { id: 1 } }))).status).toBe(401);
    expect(refreshes()).toBe(0);
  });

  test('a response that is not ours becomes an ApiError of its own code', async () => {
    const error = await failure(call(getCaseContent, { params: { id: 500 } }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 500, code: 'internal', requestId: null });
  });

  test('aborting and a lost connection have different codes', async () => {
    const given = AbortSignal.abort();
    expect((await failure(call(getCaseContent, { params: { id: 1 } }, { signal: given }))).code).toBe(
      'aborted',
    );
    const { fetch } = globalThis;
    globalThis.fetch = () => fetch('/\u0000', { method: 'TRACE' });
    expect((await failure(call(getCaseContent, { params: { id: 1 } }))).code).toBe('offline');
    globalThis.fetch = fetch;
  });
});

describe('session activity', () => {
  beforeEach(() => {
    setAccess('fresh');
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => vi.useRealTimers());

  test.each([
    ['a change', true, () => call(changeStatus, { params: { id: 1 }, body: { action: 'PROC' } })],
    ['what the page reads, be it by itself', false, () => call(getCaseContent, { params: { id: 1 } })],
    [
      'signing in',
      false,
      () => failure(call(login, { body: { username: 'a@cusp.example', password: 'x' } })),
    ],
  ])('%s: %s', async (_, counts, ask) => {
    const later = Math.max(Date.now(), lastActivity()) + 60_000;
    vi.setSystemTime(later);
    await ask();
    expect(lastActivity() === later).toBe(counts);
  });
});

describe('request headers and URL', () => {
  beforeEach(() => setAccess('fresh'));

  test('changes carry an action id that this tab knows as its own; reads carry none', async () => {
    await call(changeStatus, { params: { id: 1 }, body: { action: 'PROC' } });
    await call(getCaseContent, { params: { id: 1 } });
    const [put, get] = seen;
    expect(put).toMatchObject({ method: 'PUT', body: '{"action":"PROC"}' });
    expect(isOwnAction(String(put?.headers['action-id']))).toBe(true);
    expect(get?.headers['action-id']).toBeUndefined();
  });

  test('a repeated change keeps its action id', async () => {
    setAccess('stale');
    await call(changeStatus, { params: { id: 1 }, body: { action: 'PROC' } });
    const ids = seen.filter(({ method }) => method === 'PUT').map(({ headers }) => headers['action-id']);
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe(ids[1]);
  });

  test('parameters and query are encoded, and empty ones left out', () => {
    expect(
      urlOf(
        { path: '/v1/things/:id/' },
        { params: { id: 'a/b' }, query: { search: 'Bär & Co', page: '', sort: null } },
      ),
    ).toBe('/heclore/v1/things/a%2Fb/?search=B%C3%A4r+%26+Co');
  });
});
