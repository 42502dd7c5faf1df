import { useCallback, useRef } from 'react';

/**
 * Runs one task at a time, because `isPending` reaches the screen too late to stop a double click. A call while
 * another task runs does not start its own; it returns the promise of the running one.
 */
export function useSingleFlight<Result = void>(): (work: () => Promise<Result>) => Promise<Result> {
  const running = useRef<Promise<Result> | null>(null);
  return useCallback((work) => {
    running.current ??= work().finally(() => {
      running.current = null;
    });
    return running.current;
  }, []);
}
