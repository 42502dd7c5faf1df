import type { CaseListItem } from '@cusp/contract/case-list';
import {
  type FocusEvent,
  type PointerEvent,
  startTransition,
  type UIEvent,
  useEffect,
  useRef,
  useState,
} from 'react';

type Rows = readonly CaseListItem[];

interface Shown {
  /** Identifies list and page; another one is shown immediately. */
  list: string;
  fresh: Rows;
  rows: Rows;
  /** Number of cases of the fresh page that are not shown yet. */
  waiting: number;
  /** Rows that have left the fresh page and only keep their place. */
  gone: ReadonlySet<number>;
}

interface Arrived {
  list: string;
  /** The list is still loading: until then `fresh` has the rows of the previous one. */
  isComing?: boolean;
  fresh: Rows;
  /** The person hovers over the rows or has scrolled down, so nothing may move. */
  held: boolean;
  /** Cases that the person deleted; they keep no place. */
  removed?: ReadonlySet<number>;
}

/** The rows to show after a response; the same object if nothing changes. */
export function nextShown(shown: Shown | null, arrived: Arrived): Shown {
  const { fresh, held, removed = NONE } = arrived;
  const list = (arrived.isComing && shown?.list) || arrived.list;
  if (shown?.list === list && held) {
    return shown.fresh === fresh ? shown : { list, fresh, ...steady(shown.rows, fresh, removed) };
  }
  const same = shown?.list === list && shown.rows === fresh && shown.waiting === 0;
  return same ? shown : { list, fresh, rows: fresh, waiting: 0, gone: NONE };
}

/**
 * Merges a fresh page into the shown one while the person is using it: rows keep their places and take new content,
 * removed rows keep their place until released, rows after the last one are appended, and new rows before it wait
 * until requested. Without rows in common nothing is kept.
 */
function steady(
  shown: Rows,
  fresh: Rows,
  removed: ReadonlySet<number>,
): Pick<Shown, 'rows' | 'waiting' | 'gone'> {
  const freshById = new Map(fresh.map((item) => [item.id, item]));
  const isLiving = ({ id }: CaseListItem) => freshById.has(id);
  const staying = shown.flatMap((item) => freshById.get(item.id) ?? (removed.has(item.id) ? [] : item));
  const rows = withReturned(staying, fresh, removed);
  const last = rows.findLastIndex(isLiving);
  if (last < 0) return { rows: fresh, waiting: 0, gone: NONE };
  const known = new Set(rows.map(({ id }) => id));
  const behind = fresh.slice(fresh.findLastIndex(({ id }) => known.has(id)) + 1);
  const waiting = fresh.length - behind.length - rows.filter(isLiving).length;
  // Rows that new cases pushed past the end of the page have not left the list.
  const left = (waiting > 0 ? rows.slice(0, last) : rows).filter((item) => !isLiving(item));
  return { rows: [...rows, ...behind], waiting, gone: new Set(left.map(({ id }) => id)) };
}

/** Restored rows go after the row that they follow on the fresh page. */
function withReturned(rows: CaseListItem[], fresh: Rows, removed: ReadonlySet<number>): CaseListItem[] {
  let place = 0;
  for (const item of fresh) {
    const at = rows.findIndex(({ id }) => id === item.id);
    if (at < 0 && removed.has(item.id)) rows.splice(place++, 0, item);
    else if (at >= 0) place = at + 1;
  }
  return rows;
}

const NONE: ReadonlySet<number> = new Set();

/**
 * The rows to show. While the person hovers over them, navigates them by keyboard or has scrolled down, they keep
 * their places and new cases wait; otherwise they equal the server's.
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
    const onScroll = () =>
      startTransition(() => setScrolled(window.scrollY > 0 || (box.current?.scrollTop ?? 0) > 0));
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, []);

  const scrolledFor = useRef(list);
  useEffect(() => {
    if (scrolledFor.current === list) return;
    scrolledFor.current = list;
    setSteered(false);
    // Only if needed, because scrolling forces a layout of the whole page.
    if (isScrolled) box.current?.scrollTo({ top: 0 });
  }, [list, isScrolled]);

  return {
    /** The list that the rows belong to: the previous one while another loads. */
    list: next?.list ?? list,
    rows: next?.rows ?? [],
    waiting: next?.waiting ?? 0,
    gone: next?.gone ?? NONE,
    /** The person deleted these, so they disappear immediately. */
    remove: (ids: ReadonlySet<number>) => setRemoved((before) => new Set([...before, ...ids])),
    /** Shows the waiting rows, from the top. */
    catchUp() {
      if (fresh) setShown(nextShown(next, { list, isComing, fresh, held: false }));
      box.current?.scrollTo({ top: 0 });
      window.scrollTo({ top: 0 });
    },
    box: {
      ref: box,
      // As transitions, because each renders what is around the rows.
      onScroll({ currentTarget }: UIEvent) {
        const isAway = currentTarget.scrollTop > 0;
        startTransition(() => setScrolled(isAway));
      },
      onPointerEnter: ({ pointerType }: PointerEvent) =>
        startTransition(() => setPointed(pointerType === 'mouse')),
      onPointerLeave: () => startTransition(() => setPointed(false)),
      // Focus from a click would hold the list until the case is closed.
      onFocus({ target }: FocusEvent) {
        const isByKeys = target.matches(':focus-visible');
        startTransition(() => setSteered(isByKeys));
      },
      onBlur({ currentTarget, relatedTarget }: FocusEvent) {
        const stays = currentTarget.contains(relatedTarget);
        startTransition(() => setSteered((was) => stays && was));
      },
    },
  };
}
