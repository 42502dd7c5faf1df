// @vitest-environment happy-dom
import type { User } from '@cusp/contract/identity';
import { renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { setSession } from './session-store.ts';
import { useIdleLimit } from './use-idle-limit.ts';

const { fetch } = globalThis;
afterEach(() => {
  vi.useRealTimers();
  globalThis.fetch = fetch;
});

const DAY_MS = 24 * 3600_000;

test('a session longer than a timer can wait is renewed at its end and not before', async () => {
  vi.useFakeTimers();
  const asked = vi.fn(async () => Response.json({}, { status: 503 }));
  globalThis.fetch = asked;
  const ends_at = new Date(Date.now() + 40 * DAY_MS).toISOString();
  const limits = { idle_minutes: 60 * 24 * 60, ends_at, unsecured: false };
  setSession({ status: 'in', user: { id: 1 } as User, userLoc: 'US', serverLoc: 'US', limits });
  const { result, unmount } = renderHook(() => useIdleLimit(limits));
  await vi.advanceTimersByTimeAsync(39 * DAY_MS);
  expect(asked).not.toHaveBeenCalled();
  expect(result.current.leftMs).toBeNull();
  await vi.advanceTimersByTimeAsync(2 * DAY_MS);
  expect(asked).toHaveBeenCalled();
  unmount();
});
