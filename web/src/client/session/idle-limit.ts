/** How long before the end the person is asked whether they are still there. */
const WARNING_MS = 120_000;

type IdleState =
  | { kind: 'active'; nextCheckMs: number }
  | { kind: 'warned'; leftMs: number; nextCheckMs: number }
  | { kind: 'over' };

/**
 * Where a browser stands that was last used at `lastActive`: by the default of 30 minutes it warns at 28.
 * A limit of less than four minutes warns at its half. Times in milliseconds.
 */
export function idleState(lastActive: number, now: number, limitMs: number): IdleState {
  // A clock that was set back is no activity to come.
  const idleMs = Math.max(0, now - lastActive);
  const leftMs = limitMs - idleMs;
  if (leftMs <= 0) return { kind: 'over' };
  const warningMs = Math.min(WARNING_MS, limitMs / 2);
  if (leftMs > warningMs) return { kind: 'active', nextCheckMs: leftMs - warningMs };
  return { kind: 'warned', leftMs, nextCheckMs: leftMs % 1000 || 1000 };
}
