import type { CaseListItem } from '@cusp/contract/case-list';
import { type FocusEvent, type PointerEvent, type UIEvent, useEffect, useRef, useState } from 'react';

type Rows = readonly CaseListItem[];

interface Shown {
  /** Which list and page this is; another one is shown at once. */
  list: string;
  fresh: Rows;
  rows: Rows;
  /** Cases of the fresh page that are not shown yet. */
  waiting: number;
  /** Rows that only hold their place: the fresh page does not have them any more. */
  gone: ReadonlySet<number>;
}

interface Arrived {
  list: string;
  /** The list is still on its way: `fresh` are the rows of the one that is shown until then. */
  isComing?: boolean;
  fresh: Rows;
  /** Somebody points at the rows or has scrolled down: nothing may move. */
  held: boolean;
  /** What the person took away; it holds no place. */
  removed?: ReadonlySet<number>;
}

/** What the list shows after an answer arrived; the same object when nothing changes. */
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
 * A fresh page for somebody who is in the middle of the shown one: rows keep their places and take their new
 * content, what is gone holds its place until they look away, what comes behind the last row is added there, what is
 * new before it waits until it is asked for. Without rows in common nothing is kept.
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
  // What new cases pushed over the end of the page has not left the list.
  const left = (waiting > 0 ? rows.slice(0, last) : rows).filter((item) => !isLiving(item));
  return { rows: [...rows, ...behind], waiting, gone: new Set(left.map(({ id }) => id)) };
}

/** What was taken away and is back again stands behind the row that it follows in the fresh page. */
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
