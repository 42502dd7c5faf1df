import type { CaseListItem } from '@cusp/contract/case-list';
import { type FocusEvent, type PointerEvent, type UIEvent, useEffect, useRef, useState } from 'react';
import { nextShown, type Shown } from './steady-list.ts';

const NONE: ReadonlySet<number> = new Set();

/**
 * The rows to show. While somebody points at them, steers through them with keys or has scrolled down, they keep
 * their places and new cases wait; otherwise they are as the server has them.
 */
export function useSteadyList(fresh: readonly CaseListItem[] | undefined, list: string, isComing: boolean) {
  const [isPointed, setPointed] = useState(false);
  const [isScrolled, setScrolled] = useState(false);
  const [isSteered, setSteered] = useState(false);
  const [removed, setRemoved] = useState(NONE);
  const [shown, setShown] = useState<Shown | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const held = isPointed || isScrolled || isSteered;
  const next = fresh ? nextShown(shown, { list, isComing, fresh, held, removed }) : shown;
  if (next !== shown) setShown(next);

  useEffect(() => {
    const onScroll = () => setScrolled(window.scrollY > 0 || (box.current?.scrollTop ?? 0) > 0);
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, []);

  const scrolledFor = useRef(list);
  useEffect(() => {
    if (scrolledFor.current === list) return;
    scrolledFor.current = list;
    setSteered(false);
    // Only where there is a way to go: asking to scroll lays the whole page out.
    if (isScrolled) box.current?.scrollTo({ top: 0 });
  }, [list, isScrolled]);

  return {
    /** Names the list that the rows are of: the one before while another is on its way. */
    list: next?.list ?? list,
    rows: next?.rows ?? [],
    waiting: next?.waiting ?? 0,
    gone: next?.gone ?? NONE,
    /** The person takes these away: they go at once. */
    remove: (ids: ReadonlySet<number>) => setRemoved(ids),
    /** Shows what waits, from the top. */
    catchUp() {
      if (fresh) setShown(nextShown(next, { list, isComing, fresh, held: false }));
      box.current?.scrollTo({ top: 0 });
      window.scrollTo({ top: 0 });
    },
    box: {
      ref: box,
      onScroll: (event: UIEvent) => setScrolled(event.currentTarget.scrollTop > 0),
      onPointerEnter: (event: PointerEvent) => setPointed(event.pointerType === 'mouse'),
      onPointerLeave: () => setPointed(false),
      // A click gives the focus too, and would hold the list for as long as the case is read.
      onFocus: (event: FocusEvent) => setSteered(event.target.matches(':focus-visible')),
      onBlur: (event: FocusEvent) =>
        setSteered(event.currentTarget.contains(event.relatedTarget) && isSteered),
    },
  };
}
