import type { CaseListItem } from '@cusp/contract/case-list';

type Rows = readonly CaseListItem[];

export interface Shown {
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

const NONE: ReadonlySet<number> = new Set();

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
