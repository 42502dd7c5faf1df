import { startTransition, useEffect, useState } from 'react';

/**
 * How many of the parts of something long stand: the first ones at once, each further one when those before it are on
 * the screen, so that none of it holds up what somebody does meanwhile.
 */
export function useParts(count: number): number {
  const [standing, setStanding] = useState(0);
  useEffect(() => {
    if (standing < count) startTransition(() => setStanding(standing + 1));
  }, [standing, count]);
  return standing;
}
