import { useDocumentVisibility, useReducedMotion } from '@mantine/hooks';
import { type RefObject, useEffect, useState } from 'react';

/** Users who scroll past do not wait this long. */
const RESTS_MS = 1000;

/** Whether at least half of an element is on the screen, in a visible page. */
export function useInSight(element: RefObject<HTMLElement | null>, isWanted: boolean): boolean {
  const [isInside, setInside] = useState(false);
  const isVisible = useDocumentVisibility() === 'visible';
  useEffect(() => {
    if (!isWanted || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => setInside(entries.at(-1)?.isIntersecting ?? false),
      { threshold: 0.5 },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isWanted]);
  return isWanted && isInside && isVisible;
}

/**
 * Becomes true once the element has been in sight for a second, if wanted: not with reduced motion or in data-saving
 * mode.
 */
export function useRestedOn(isInSight: boolean): boolean {
  const [isRested, setRested] = useState(false);
  const isStill = useReducedMotion(false, { getInitialValueInEffect: false });
  const isMeant = isInSight && !isStill && !savesData();
  useEffect(() => {
    if (!isMeant) return;
    const timer = setTimeout(() => setRested(true), RESTS_MS);
    return () => clearTimeout(timer);
  }, [isMeant]);
  return isRested && !isStill;
}

const savesData = (): boolean =>
  'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true;
