import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * On a phone list and case take turns on one scrolling page: each is found again where it was left, and the
 * focus goes back to the row that was opened.
 */
export function usePhonePlaces(isPhone: boolean, caseNo: string | undefined, list: string): void {
  const places = useRef(new Map<string, number>());
  const place = caseNo ? null : list;
  const opened = useRef<string | undefined>(undefined);

  useLayoutEffect(() => {
    if (!isPhone) return;
    window.scrollTo(0, place === null ? 0 : (places.current.get(place) ?? 0));
    if (place === null) return;
    const keep = () => places.current.set(place, window.scrollY);
    window.addEventListener('scroll', keep, { passive: true });
    return () => window.removeEventListener('scroll', keep);
  }, [isPhone, place]);

  useEffect(() => {
    if (isPhone && !caseNo && opened.current) {
      const row = document.querySelector<HTMLElement>(`a[data-no="${CSS.escape(opened.current)}"]`);
      row?.focus({ preventScroll: true });
    }
    opened.current = caseNo;
  }, [isPhone, caseNo]);
}
