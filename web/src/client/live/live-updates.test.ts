import type { LiveEvent } from '@cusp/contract/events';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { newActionId } from '../action-ids.ts';
import { follow } from './live-updates.ts';

let queries: QueryClient;
let tell: ReturnType<typeof follow>;
const isStale = (...key: unknown[]) => queries.getQueryState(key)?.isInvalidated;

beforeEach(() => {
  queries = new QueryClient();
  tell = follow(queries);
  for (const key of [['connections', ''], ['alarms'], ['case', 7], ['presence', 7, 'x']])
    queries.setQueryData(key, {});
});

const happened = (more: Partial<LiveEvent> = {}) =>
  tell({
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

test('an event makes stale what its row says, and nothing else', () => {
  happened();
  expect([isStale('connections', ''), isStale('alarms'), isStale('case', 7)]).toEqual([true, true, false]);
});

test('what this tab did itself is an echo; another tab of the person takes it in', async () => {
  const actionId = newActionId();
  happened({ action_id: actionId });
  expect(isStale('alarms')).toBe(false);
  vi.resetModules();
  const otherTab = await import('./live-updates.ts');
  otherTab.follow(queries)({
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

test('after five minutes a tab does not know its own actions any more', () => {
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

test('an event that comes twice, live and replayed, is taken in once', () => {
  happened();
  queries.setQueryData(['alarms'], {});
  happened();
  expect(isStale('alarms')).toBe(false);
  happened({ id: 32 });
  expect(isStale('alarms')).toBe(true);
});

test('a resync makes everything stale', () => {
  tell({ kind: 'resync' });
  expect([isStale('connections', ''), isStale('case', 7)]).toEqual([true, true]);
});

test('once the line is back, a page says that its case is still open', () => {
  tell({ kind: 'line', up: false });
  expect(isStale('presence', 7, 'x')).toBe(false);
  tell({ kind: 'line', up: true });
  expect([isStale('presence', 7, 'x'), isStale('case', 7)]).toEqual([true, false]);
});
