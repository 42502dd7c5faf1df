import type { User } from '@cusp/contract/identity';
import type { LiveEvent } from '@cusp/contract/live';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { newActionId } from '../action-ids.ts';
import { currentSession, setSession } from '../session/session-store.ts';
import { follow, withResync } from './live-updates.ts';

const ME = 1;
let queries: QueryClient;
let notify: ReturnType<typeof follow>;
const isStale = (...key: unknown[]) => queries.getQueryState(key)?.isInvalidated;

beforeEach(() => {
  queries = new QueryClient();
  notify = follow(queries, ME);
  for (const key of [['connections', ''], ['alarms'], ['case', 7], ['presence', 7, 'x']])
    queries.setQueryData(key, {});
});

const happened = (more: Partial<LiveEvent> = {}) =>
  notify({
    kind: 'event',
    event: {
      id: 16,
      name: 'contact_requested',
      at: '',
      case_id: null,
      actor_id: 1,
      action_id: null,
      ids: {},
      ...more,
    },
  });

test('an event invalidates exactly the queries of its row', () => {
  happened();
  expect([isStale('connections', ''), isStale('alarms'), isStale('case', 7)]).toEqual([true, true, false]);
});

test('a tab ignores its own echo, and another tab of the person applies it', async () => {
  const actionId = newActionId();
  happened({ action_id: actionId });
  expect(isStale('alarms')).toBe(false);
  vi.resetModules();
  const otherTab = await import('./live-updates.ts');
  otherTab.follow(
    queries,
    ME,
  )({
    kind: 'event',
    event: {
      id: 16,
      name: 'contact_requested',
      at: '',
      case_id: null,
      actor_id: 1,
      action_id: actionId,
      ids: {},
    },
  });
  expect(isStale('alarms')).toBe(true);
});

test('another person who copies this tab’s action id cannot hide an event', () => {
  happened({ actor_id: 2, action_id: newActionId() });
  expect(isStale('alarms')).toBe(true);
  queries.setQueryData(['alarms'], {});
  happened({ id: 32, actor_id: null, action_id: newActionId() });
  expect(isStale('alarms')).toBe(true);
});

test('a tab forgets its own actions after five minutes', () => {
  vi.useFakeTimers({ now: 0, toFake: ['Date'] });
  try {
    const actionId = newActionId();
    vi.setSystemTime(299_999);
    happened({ action_id: actionId });
    expect(isStale('alarms')).toBe(false);
    vi.setSystemTime(300_000);
    happened({ id: 32, action_id: actionId });
    expect(isStale('alarms')).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

test('an event that arrives twice, live and replayed, is applied once', () => {
  happened();
  queries.setQueryData(['alarms'], {});
  happened();
  expect(isStale('alarms')).toBe(false);
  happened({ id: 32 });
  expect(isStale('alarms')).toBe(true);
});

test('a resync invalidates everything', () => {
  notify({ kind: 'resync' });
  expect([isStale('connections', ''), isStale('case', 7)]).toEqual([true, true]);
});

test.each(['resync', 'refused'] as const)('the signed-in person is loaded again: %s', async (kind) => {
  const asked = vi.fn(async () => Response.json({ code: 'session_over' }, { status: 401 }));
  vi.stubGlobal('fetch', asked);
  const limits = { idle_minutes: 30, ends_at: '2030-01-01T00:00:00Z', unsecured: false };
  const signedIn = {
    status: 'in',
    user: { id: ME } as User,
    userLoc: 'US',
    serverLoc: 'US',
    limits,
  } as const;
  try {
    setSession(signedIn);
    notify({ kind });
    await eventually(() => expect(currentSession().status).toBe('relogin'));
    expect(asked).toHaveBeenCalledWith('/heclore/v1/auth/check/', expect.anything());
  } finally {
    setSession({ status: 'checking' });
    vi.unstubAllGlobals();
  }
});

test('a page reports its open case again after a reconnect', () => {
  notify({ kind: 'line', up: false });
  expect(isStale('presence', 7, 'x')).toBe(false);
  notify({ kind: 'line', up: true });
  expect([isStale('presence', 7, 'x'), isStale('case', 7)]).toEqual([true, false]);
});

test('a page that was not listening refetches everything once when its stream is up', () => {
  const handle = withResync(notify);
  handle({ kind: 'line', up: false });
  expect(isStale('connections', '')).toBe(false);
  handle({ kind: 'line', up: true });
  expect([isStale('connections', ''), isStale('case', 7)]).toEqual([true, true]);
  queries.setQueryData(['connections', ''], {});
  handle({ kind: 'line', up: false });
  handle({ kind: 'line', up: true });
  expect(isStale('connections', '')).toBe(false);
});
