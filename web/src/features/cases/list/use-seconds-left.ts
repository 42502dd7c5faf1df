import { UNDO_MS } from '@cusp/contract/case-changes';
import { useEffect, useState } from 'react';

const TICK_MS = 100;

/** Whole seconds until a moment, and the share of the time to undo that is left; a hidden page catches up. */
export function useSecondsLeft(until: number): { seconds: number; share: number } {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, until - now);
  const isRunning = left > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  return { seconds: Math.ceil(left / 1000), share: Math.min(1, left / UNDO_MS) };
}
