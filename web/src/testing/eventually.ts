import { vi } from 'vitest';

/** Repeats a check until it passes, and fails with its last error; a busy machine may need much longer than a second. */
export function eventually<T>(
  check: () => T | Promise<T>,
  { timeout = 20_000, interval = 50 } = {},
): Promise<T> {
  return vi.waitFor(check, { timeout, interval });
}
