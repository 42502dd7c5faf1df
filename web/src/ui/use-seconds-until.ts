import { useEffect, useState } from 'react';

const secondsUntil = (moment: number): number => Math.max(0, Math.ceil((moment - Date.now()) / 1000));

/** Whole seconds until a moment (milliseconds since the epoch), counting down to 0. */
export function useSecondsUntil(moment: number): number {
  const [left, setLeft] = useState(() => secondsUntil(moment));
  useEffect(() => {
    setLeft(secondsUntil(moment));
    const clock = setInterval(() => {
      setLeft(secondsUntil(moment));
      if (secondsUntil(moment) === 0) clearInterval(clock);
    }, 1000);
    return () => clearInterval(clock);
  }, [moment]);
  return left;
}
