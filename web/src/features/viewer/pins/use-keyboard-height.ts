import { useSyncExternalStore } from 'react';

/** Pixels at the lower edge of the page that a keyboard on the screen covers. */
export const useKeyboardHeight = (): number => useSyncExternalStore(subscribe, height);

function subscribe(changed: () => void): () => void {
  const listening = new AbortController();
  for (const event of ['resize', 'scroll'])
    window.visualViewport?.addEventListener(event, changed, { signal: listening.signal });
  return () => listening.abort();
}

function height(): number {
  const seen = window.visualViewport;
  // Zoomed in, the rest of the page is not covered by anything.
  if (!seen || seen.scale > 1.01) return 0;
  return Math.max(0, Math.round(window.innerHeight - seen.height - seen.offsetTop));
}
