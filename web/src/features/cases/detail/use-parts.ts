import { useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { atLeisure } from '../../../ui/at-leisure.ts';

interface Parts {
  /** How many stand. */
  standing: number;
  /** Whether somebody wanted all of them at once. */
  isHurried: boolean;
  /** Has all of them stand before it returns, for somebody who wants to go to one. */
  hurry(): void;
}

/**
 * The parts of something long: each further one comes when those before it are on the screen, so that none of it holds
 * up what somebody does meanwhile.
 */
export function useParts(count: number): Parts {
  const [standing, setStanding] = useState(0);
  const [isHurried, setHurried] = useState(false);
  useEffect(() => {
    if (isHurried || standing >= count) return;
    return atLeisure(() => setStanding(standing + 1));
  }, [standing, isHurried, count]);
  const hurry = useCallback(() => flushSync(() => setHurried(true)), []);
  return { standing: isHurried ? count : standing, isHurried, hurry };
}
