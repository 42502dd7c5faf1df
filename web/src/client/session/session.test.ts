import type { User } from '@cusp/contract/identity';
import type { AuthResult, SessionLimits } from '@cusp/contract/sign-in';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { checkConnection } from '../connection.ts';
import { setLanding, setLandingData } from '../landing.ts';
import { wantsPush } from '../push-wish.ts';
import { accessToken, setAccess } from './access.ts';
import { leavingDone } from './leaving.ts';
import { beginSession, endVisit, followOtherTabs, reloadUser, restoreSession, signOut } from './session.ts';
import { currentSession, setSession } from './session-store.ts';

const limits: SessionLimits = { idle_minutes: 30, ends_at: '2030-01-01T00:00:00Z', unsecured: false };
const ann = { id: 1, first_name: 'Ann' } as User;
const signedIn = { status: 'in', user: ann, userLoc: 'US', serverLoc: 'US', limits } as const;
const reply = (first_name: string) =>
  Response.json({
    access: 'new',
    uid: 'MQ',
    user_loc: 'US',
    server_loc: 'US',
    user: { ...ann, first_name },
    session: limits,
  });

/** Storage of a browser; ends with `vi.unstubAllGlobals`. */
function storeInMemory(): Map<string, string> {
  const storage = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
  return storage;
}

const { fetch } = globalThis;
beforeEach(() => {
  setAccess('token');
  setSession(signedIn);
});
// Signing out clears the module's state about this test's person.
afterEach(async () => {
  globalThis.fetch = async () => Response.json({});
  await signOut();
  globalThis.fetch = fetch;
});

test('notifications that were switched on with the previous release stay on, also if the session is over', async () => {
  const storage = storeInMemory();
  storage.set('cusp.my.user', JSON.stringify({ id: 1, name: 'Ann' }));
  storage.set('cusp.my.push', 'true');
  globalThis.fetch = async () => Response.json({ code: 'not_signed_in' }, { status: 401 });
  await restoreSession();
  expect([currentSession().status, wantsPush(1), storage.get('cusp.my.push')]).toEqual([
    'out',
    true,
    'false',
  ]);
  vi.unstubAllGlobals();
});

test('reloadUser takes over the changed person', async () => {
  globalThis.fetch = async () => reply('Anna');
  await reloadUser();
  expect(currentSession()).toMatchObject({ status: 'in', user: { first_name: 'Anna' } });
});

test.each<[string, () => Promise<Response>]>([
  ['is down', () => Promise.reject(new TypeError('fetch failed'))],
  ['is overloaded', async () => Response.json({ code: 'too_many_requests' }, { status: 429 })],
  ['has trouble', async () => Response.json({ code: 'unavailable' }, { status: 503 })],
])('reloadUser keeps the session while the connection or the server %s', async (_, answer) => {
  globalThis.fetch = answer;
  await reloadUser();
  expect(currentSession()).toEqual(signedIn);
});

test('reloadUser asks for sign-in again once the session is over', async () => {
  globalThis.fetch = async () => Response.json({ code: 'session_over' }, { status: 401 });
  await reloadUser();
  expect(currentSession().status).toBe('relogin');
});

test('a tab stays signed out if another tab signs out while it restores the session', async () => {
  vi.stubGlobal('localStorage', { getItem: () => '{"id":1}', setItem: () => {} });
  globalThis.fetch = async () => {
    setSession({ status: 'out', left: true });
    return reply('Ann');
  };
  await restoreSession();
  expect(currentSession().status).toBe('out');
  vi.unstubAllGlobals();
});

test('a stored user removed while the session is restored is not stored again', async () => {
  let stored: string | null = '{"id":1}';
  const setItem = (_: string, value: string) => {
    stored = value;
  };
  vi.stubGlobal('localStorage', { getItem: () => stored, setItem, removeItem: () => {} });
  globalThis.fetch = async () => {
    stored = null;
    return reply('Ann');
  };
  await restoreSession();
  expect(currentSession().status).toBe('out');
  expect(stored).toBeNull();
  vi.unstubAllGlobals();
});

test.each([
  ['their first screen is loaded', (wait: () => Promise<void>) => setLanding(wait)],
  ['its data is requested', (wait: () => Promise<void>) => setLandingData({ request: wait, drop: () => {} })],
])('a restored session publishes the person only when %s', async (_, setWait) => {
  vi.stubGlobal('localStorage', { getItem: () => '{"id":1}', setItem: () => {} });
  globalThis.fetch = async () => reply('Ann');
  let arrive = () => {};
  setWait(() => new Promise<void>((resolve) => (arrive = resolve)));
  const restored = restoreSession();
  // Lets every pending response be read first.
  await new Promise((resolve) => setTimeout(resolve));
  expect(currentSession().status).toBe('checking');
  arrive();
  await restored;
  expect(currentSession().status).toBe('in');
  setLanding(async () => {});
  setLandingData({ request: async () => {}, drop: () => {} });
  vi.unstubAllGlobals();
});

test.each([
  ['is requested with the new token for the stored person', 1, 1],
  ['is not requested if another person has signed in meanwhile', 2, 0],
])('data of the first screen %s', async (_, stored, requests) => {
  vi.stubGlobal('localStorage', {
    getItem: () => `{"id":${stored}}`,
    setItem: () => {},
    removeItem: () => {},
  });
  globalThis.fetch = async () => reply('Ann');
  const tokens: (string | null)[] = [];
  setLandingData({ request: async () => void tokens.push(accessToken()), drop: () => {} });
  await restoreSession();
  expect(tokens).toEqual(Array(requests).fill('new'));
  setLandingData({ request: async () => {}, drop: () => {} });
  vi.unstubAllGlobals();
});

test('a refused sign-in does not wait for the first screen', async () => {
  vi.stubGlobal('localStorage', { getItem: () => '{"id":1}', setItem: () => {}, removeItem: () => {} });
  globalThis.fetch = async () => Response.json({ code: 'not_signed_in' }, { status: 401 });
  setLanding(() => new Promise<void>(() => {}));
  await restoreSession();
  expect(currentSession().status).toBe('out');
  setLanding(async () => {});
  vi.unstubAllGlobals();
});

test('followOtherTabs signs out here and at the server only if the stored user is gone', async () => {
  const heard: string[] = [];
  let stored: string | null = '{"id":1}';
  let onStorage = (_: { key: string | null }) => {};
  vi.stubGlobal('localStorage', { getItem: () => stored, setItem: () => {}, removeItem: () => {} });
  vi.stubGlobal('addEventListener', (_: string, listener: typeof onStorage) => {
    onStorage = listener;
  });
  globalThis.fetch = async (url) => {
    heard.push(String(url));
    return Response.json({});
  };
  followOtherTabs();
  onStorage({ key: 'cusp.my.user' });
  expect(currentSession().status).toBe('in');
  stored = null;
  onStorage({ key: 'cusp.my.filters' });
  expect(currentSession().status).toBe('in');
  vi.useFakeTimers();
  onStorage({ key: null });
  expect(currentSession().status).toBe('out');
  // A person who signs in again before that keeps the new session.
  stored = '{"id":2}';
  await vi.runAllTimersAsync();
  expect(heard).toEqual([]);
  stored = null;
  setSession(signedIn);
  onStorage({ key: null });
  onStorage({ key: null });
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  await eventually(() => expect(heard).toEqual(['/heclore/v1/auth/logout/']));
  vi.unstubAllGlobals();
});

test('a sign-out without a connection is made up for, and until then no stored user opens the session', async () => {
  const storage = storeInMemory();
  vi.stubGlobal('navigator', { onLine: true });
  const heard: string[] = [];
  globalThis.fetch = async (url) => {
    heard.push(String(url));
    throw new TypeError('fetch failed');
  };
  await signOut();
  expect(currentSession().status).toBe('out');
  // The start of a page that is opened later.
  storage.set('cusp.my.user', '{"id":1}');
  await restoreSession();
  expect(currentSession().status).toBe('out');
  expect(heard.filter((url) => url.includes('/auth/check/'))).toEqual([]);

  globalThis.fetch = async (url) => {
    heard.push(String(url));
    return Response.json({});
  };
  heard.length = 0;
  await checkConnection();
  await eventually(() => expect(heard).toContain('/heclore/v1/auth/logout/'));
  await eventually(() => expect([...storage.keys()]).toEqual(['cusp.my.user']));
  globalThis.fetch = async () => reply('Ann');
  await restoreSession();
  expect(currentSession().status).toBe('in');
  vi.unstubAllGlobals();
});

test('a sign-in gives up the sign-out that is still on its way, whose reply would remove the new cookie', async () => {
  const storage = storeInMemory();
  let signal: AbortSignal | null | undefined;
  globalThis.fetch = (url, init) => {
    if (String(url).includes('/auth/check/')) return Promise.resolve(reply('Ann'));
    signal = init?.signal;
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal?.reason)));
  };
  const left = signOut();
  let isDone = false;
  const done = leavingDone().then(() => {
    isDone = true;
  });
  await Promise.resolve();
  expect([isDone, signal?.aborted, storage.get('cusp.left.my')]).toEqual([false, false, '1']);
  await beginSession({ access: 'new' } as AuthResult);
  expect([signal?.aborted, storage.has('cusp.left.my')]).toEqual([true, false]);
  await Promise.all([left, done]);
  vi.unstubAllGlobals();
});

test("the end of a guest's visit outlives the page and is made up for when the server did not hear of it", async () => {
  const storage = storeInMemory();
  const assign = vi.fn();
  vi.stubGlobal('location', { assign });
  const listeners = new Map<string, (event: { stopImmediatePropagation(): void }) => void>();
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => listeners.set(name, listener));
  let isKept: boolean | undefined;
  globalThis.fetch = (_, init) => {
    isKept = init?.keepalive;
    return Promise.reject(new TypeError('fetch failed'));
  };
  endVisit('https://us.example');
  expect(assign).toHaveBeenCalledWith('https://us.example/cases');
  expect([isKept, storage.get('cusp.left.my')]).toEqual([true, '1']);
  // A prompt of the page could be answered with staying, although the visit is over.
  const stopImmediatePropagation = vi.fn();
  listeners.get('beforeunload')?.({ stopImmediatePropagation });
  expect(stopImmediatePropagation).toHaveBeenCalledTimes(1);
  const heard: string[] = [];
  globalThis.fetch = async (url) => {
    heard.push(String(url));
    return Response.json({});
  };
  await restoreSession();
  expect([heard.length, currentSession().status]).toEqual([1, 'out']);
  await eventually(() => expect(storage.has('cusp.left.my')).toBe(false));
  vi.unstubAllGlobals();
});

describe('a stored user who was removed in this tab', () => {
  let storage: Map<string, string>;
  let onStorage: (event: { key: string | null }) => void;
  beforeEach(async () => {
    storage = storeInMemory();
    vi.stubGlobal('addEventListener', (_: string, listener: typeof onStorage) => {
      onStorage = listener;
    });
    vi.useFakeTimers();
    globalThis.fetch = async () => reply('Ann');
    followOtherTabs();
    await reloadUser();
    expect([...storage.keys()]).toContain('cusp.my.user');
    storage.delete('cusp.my.user');
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test('a removed user is not stored again by a change to the person', async () => {
    await reloadUser();
    expect(currentSession().status).toBe('out');
    expect(storage.has('cusp.my.user')).toBe(false);
  });

  test('this tab signs out as soon as another tab clears the rest', () => {
    onStorage({ key: 'cusp.my.active' });
    expect(currentSession().status).toBe('out');
  });
});

test('storage that keeps nothing signs nobody out', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
  globalThis.fetch = async () => reply('Ann');
  await reloadUser();
  await reloadUser();
  expect(currentSession().status).toBe('in');
  vi.unstubAllGlobals();
});

test('signing out while the user loads stays signed out', async () => {
  globalThis.fetch = async () => {
    setSession({ status: 'out', left: true });
    return reply('Ann');
  };
  await reloadUser();
  expect(currentSession().status).toBe('out');
});
