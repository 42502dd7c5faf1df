/** Runs something that can wait until the first screen has been loaded; returns a function that cancels it. */
export function whenPageIsIdle(start: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(start, 3_000);
    return () => clearTimeout(timer);
  }
  const waiting = requestIdleCallback(start);
  return () => cancelIdleCallback(waiting);
}
