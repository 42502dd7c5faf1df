const LONGEST_MS = 15_000;

/**
 * Waits until a retry is worthwhile: the browser reports online, or a delay that grows with each attempt has passed,
 * because browsers do not always notice. Resolves early when the caller aborts.
 */
export function waitToRetry(tries: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, Math.min(LONGEST_MS, 500 * 2 ** tries));
    addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
