import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** The scroll position at which a list was left. */
interface Place {
  y: number;
  /** A row that was in view. Rows far away are not laid out, and their estimated height may be wrong. */
  row: { no: string; top: number } | null;
}

/** Positions by the browser's history entry, for returning from another screen. */
const placeOfEntry = new Map<string, Place>();

const rowOf = (no: string) => document.querySelector<HTMLElement>(`a[data-no="${CSS.escape(no)}"]`);

function placeNow(): Place {
  const seen = document.elementFromPoint(window.innerWidth / 2, window.innerHeight / 4);
  const row = seen?.closest('li')?.querySelector<HTMLElement>('a[data-no]');
  const no = row?.dataset.no;
  return { y: window.scrollY, row: row && no ? { no, top: row.getBoundingClientRect().top } : null };
}

function goTo({ y, row }: Place): void {
  window.scrollTo(0, y);
  const link = row && rowOf(row.no);
  if (link) window.scrollBy(0, link.getBoundingClientRect().top - row.top);
}

/**
 * On a phone, list and case alternate on one scrolling page: each returns to the position where it was left, and the
 * focus to the row that was opened.
 */
export function usePhoneScroll(isPhone: boolean, caseNo: string | undefined, list: string): void {
  const places = useRef(new Map<string, Place>());
  const place = caseNo ? null : list;
  const { key } = useLocation();
  const opened = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    if (!isPhone) return;
    // The browser's own scroll restoration works by pixels and would run last.
    const before = window.history.scrollRestoration;
    window.history.scrollRestoration = 'manual';
    return () => {
      window.history.scrollRestoration = before;
    };
  }, [isPhone]);
  useLayoutEffect(() => {
    if (!isPhone) return;
    const left = place === null ? undefined : (places.current.get(place) ?? placeOfEntry.get(key));
    goTo(left ?? { y: 0, row: null });
    if (place === null) return;
    const keep = () => {
      const now = placeNow();
      places.current.set(place, now);
      placeOfEntry.set(key, now);
    };
    window.addEventListener('scroll', keep, { passive: true });
    return () => window.removeEventListener('scroll', keep);
  }, [isPhone, place, key]);
  useEffect(() => {
    if (isPhone && !caseNo && opened.current) rowOf(opened.current)?.focus({ preventScroll: true });
    opened.current = caseNo;
  }, [isPhone, caseNo]);
}
