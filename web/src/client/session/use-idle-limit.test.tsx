// @vitest-environment happy-dom
import type { User } from '@cusp/contract/identity';
import { renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { noteActivity } from './last-activity.ts';
import { setSession } from './session-store.ts';
import { useIdleLimit } from './use-idle-limit.ts';

const { fetch } = globalThis;
afterEach(() => {
  globalThis.fetch = fetch;
  // Test files share the module's state of the clock.
  vi.useRealTimers();
  noteActivity(true);
});

const DAY_MS = 24 * 3600_000;

/** Begins a session whose server is unavailable, on a clock that the test controls. */
function begin({ idleMinutes, days }: { idleMinutes: number; days: number }) {
  vi.useFakeTimers();
  const asked = vi.fn(async () => Response.json({}, { status: 503 }));
  globalThis.fetch = asked;
  const ends_at = new Date(Date.now() + days * DAY_MS).toISOString();
  const limits = { idle_minutes: idleMinutes, ends_at, unsecured: false };
  setSession({ status: 'in', user: { id: 1 } as User, userLoc: 'US', serverLoc: 'US', limits });
  return { asked, ...renderHook(() => useIdleLimit(limits)) };
}

test('a session longer than a timer can wait is renewed at its end and not before', async () => {
  const { asked, result, unmount } = begin({ idleMinutes: 60 * 24 * 60, days: 40 });
  // Synchronous, because the asynchronous clock waits for the event loop at each of the 112,000 heartbeats.
  vi.advanceTimersByTime(39 * DAY_MS);
  expect(asked).not.toHaveBeenCalled();
  expect(result.current.leftMs).toBeNull();
  vi.advanceTimersByTime(2 * DAY_MS);
  expect(asked).toHaveBeenCalled();
  unmount();
});

test('after the clock was set back an unused session is warned as early as ever, and its use reported once', async () => {
  const { asked, result, unmount } = begin({ idleMinutes: 60, days: 1 });
  vi.setSystemTime(Date.now() + 9 * DAY_MS);
  noteActivity(true);
  vi.setSystemTime(Date.now() - 9 * DAY_MS);
  await vi.advanceTimersByTimeAsync(59 * 60_000);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(result.current.leftMs).toBeGreaterThan(0);
  unmount();
});

test.each([
  ['some minutes', 600_000],
  ['days', 9 * DAY_MS],
])('a clock that is set back by %s during the warning does not close it or count as use', async (_, byMs) => {
  const { asked, result, unmount } = begin({ idleMinutes: 60, days: 1 });
  await vi.advanceTimersByTimeAsync(59 * 60_000);
  vi.setSystemTime(Date.now() - byMs);
  await vi.advanceTimersByTimeAsync(40_000);
  expect(result.current.leftMs).toBeGreaterThan(15_000);
  expect(result.current.leftMs).toBeLessThan(25_000);
  expect(asked).not.toHaveBeenCalled();
  unmount();
});
