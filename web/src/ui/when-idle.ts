import { startTransition, useEffect, useState } from 'react';

const LATEST_MS = 500;

/**
 * Runs a state change when the browser is idle, in interruptible pieces, and after half a second at the
 * latest in one go, so that a busy page does not starve it. Return the result from an effect, which cancels
 * it.
 */
export function whenIdle(change: () => void): () => void {
  startTransition(change);
  const late = setTimeout(change, LATEST_MS);
  return () => clearTimeout(late);
}

/** Becomes true after `isThere` does, once the browser is idle, so that the following render blocks nothing. */
export function useWhenIdle(isThere: boolean): boolean {
  const [isSaid, setSaid] = useState(false);
  useEffect(() => (isThere ? whenIdle(() => setSaid(true)) : undefined), [isThere]);
  return isThere && isSaid;
}
