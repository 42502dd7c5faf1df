import { useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { atLeisure } from '../../../ui/at-leisure.ts';

interface Parts {
  /** How many stand. */
  standing: number;
  /** Has all of them stand before it returns, for somebody who wants to go to one. */
  standAll(): void;
}

/**
 * The parts of something long: each further one comes when those before it are on the screen, so that none of it holds
 * up what somebody does meanwhile.
 */
export function useParts(count: number): Parts {
  const [standing, setStanding] = useState(0);
  useEffect(() => {
    if (standing >= count) return;
    // Never fewer: all may have come to stand before this effect has run.
    return atLeisure(() => setStanding((now) => Math.max(now, standing + 1)));
  }, [standing, count]);
  const standAll = useCallback(() => flushSync(() => setStanding(count)), [count]);
  return { standing, standAll };
}
