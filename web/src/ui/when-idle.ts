import { startTransition, useEffect, useState } from 'react';

/**
 * On a slow device a part of a case takes half a second in pieces, and after a shorter time it would always come in one
 * go.
 */
const LATEST_MS = 1500;

/**
 * Runs a state change when the browser is idle, in interruptible pieces, and after a second and a half at the
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
