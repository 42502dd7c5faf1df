import { useEffect, useState } from 'react';
import { atLeisure } from '../../../ui/at-leisure.ts';

/**
 * How many parts of something long stand: each further one comes when those before it are on the screen, so that none
 * of it holds up what somebody does meanwhile.
 */
export function useParts(count: number): number {
  const [standing, setStanding] = useState(0);
  useEffect(
    () => (standing < count ? atLeisure(() => setStanding(standing + 1)) : undefined),
    [standing, count],
  );
  return standing;
}
