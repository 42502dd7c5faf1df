import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * The same function in each render, which runs the latest `run`: a new one would render the parts again that get it. For
 * events and effects only, not while rendering.
 */
export function useLatest<Args extends unknown[], Result>(
  run: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  return useCallback((...args) => latest.current(...args), []);
}
