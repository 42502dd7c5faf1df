/** How long before the end the warning appears. */
const WARNING_MS = 120_000;

type IdleState =
  | { kind: 'active'; nextCheckMs: number }
  | { kind: 'warned'; leftMs: number; nextCheckMs: number }
  | { kind: 'over' };

/**
 * The idle state of a browser last used at `lastActive`: with the default limit of 30 minutes it warns at 28.
 * A limit of less than four minutes warns halfway. Times in milliseconds.
 */
export function idleState(lastActive: number, now: number, limitMs: number): IdleState {
  const leftMs = limitMs - (now - lastActive);
  if (leftMs <= 0) return { kind: 'over' };
  const warningMs = Math.min(WARNING_MS, limitMs / 2);
  if (leftMs > warningMs) return { kind: 'active', nextCheckMs: leftMs - warningMs };
  return { kind: 'warned', leftMs, nextCheckMs: leftMs % 1000 || 1000 };
}
