import { useCallback, useRef } from 'react';

/**
 * Runs one task at a time: while it runs, further calls do nothing and resolve at once. `isPending` reaches
 * the screen too late to stop a double click.
 */
export function useSingleFlight(): (work: () => Promise<void>) => Promise<void> {
  const isRunning = useRef(false);
  return useCallback(async (work) => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      await work();
    } finally {
      isRunning.current = false;
    }
  }, []);
}
