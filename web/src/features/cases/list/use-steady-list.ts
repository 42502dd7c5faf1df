import type { CaseListItem } from '@cusp/contract/case-list';
import { type PointerEvent, type UIEvent, useEffect, useRef, useState } from 'react';
import { nextShown, type Shown } from './steady-list.ts';

/**
 * The rows to show. While somebody points at them, has the focus in them or has scrolled down, they keep
 * their places and new cases wait; otherwise they are as the server has them.
 */
export function useSteadyList(fresh: readonly CaseListItem[] | undefined, list: string) {
  const [isPointed, setPointed] = useState(false);
  const [isScrolled, setScrolled] = useState(false);
  const [shown, setShown] = useState<Shown | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const next = fresh ? nextShown(shown, { list, fresh, held: isPointed || isScrolled }) : shown;
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
    box.current?.scrollTo({ top: 0 });
  }, [list]);

  return {
    rows: next?.rows ?? [],
    waiting: next?.waiting ?? 0,
    /** Shows what waits, from the top. */
    catchUp() {
      if (fresh) setShown(nextShown(null, { list, fresh, held: false }));
      box.current?.scrollTo({ top: 0 });
      window.scrollTo({ top: 0 });
    },
    box: {
      ref: box,
      onScroll: (event: UIEvent) => setScrolled(event.currentTarget.scrollTop > 0),
      onPointerEnter: (event: PointerEvent) => setPointed(event.pointerType === 'mouse'),
      onPointerLeave: () => setPointed(false),
    },
  };
}
