import { startTransition, useEffect, useState } from 'react';

const LATEST_MS = 500;

/**
 * Changes what is shown in small pieces of work between which a browser answers, and at the latest after half a second
 * in one go: a busy page must not wait for ever. To be returned by an effect, which takes it back.
 */
export function atLeisure(change: () => void): () => void {
  startTransition(change);
  const late = setTimeout(change, LATEST_MS);
  return () => clearTimeout(late);
}

/** Whether something is there, said at leisure: what then begins to be drawn holds nothing up, and comes for certain. */
export function useLater(isThere: boolean): boolean {
  const [isSaid, setSaid] = useState(false);
  useEffect(() => (isThere ? atLeisure(() => setSaid(true)) : undefined), [isThere]);
  return isThere && isSaid;
}
