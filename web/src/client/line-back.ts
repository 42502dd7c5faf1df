const LONGEST_MS = 15_000;

/**
 * Waits until it is worth trying again: the browser says that it is online, or a while has passed, longer with each
 * try; the browser does not always know. Ends early when the caller gives up.
 */
export function lineBack(tries: number, signal: AbortSignal): Promise<void> {
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
