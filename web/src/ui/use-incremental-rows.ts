import { useDeferredValue, useEffect, useState } from 'react';
import { whenIdle } from './when-idle.ts';

/** About the number that a large screen shows without scrolling. */
const SEEN_AT_ONCE = 10;
/** Later rows are too far below the fold to be laid out and cost little. */
const LAID_OUT = 30;

type Id = number | string;

interface Steps {
  /** Rows above the fold that one pass adds at most. */
  atOnce?: number;
  /**
   * Rows below the fold that one pass adds at most; else all, which blocks the page if it is so busy that they come
   * without interruption.
   */
  most?: number;
}

/** The rows to render in this pass, given those already rendered; `rows` itself if that is all of them. */
export function nextRows<Row extends { id: Id }>(
  rows: readonly Row[],
  standing: ReadonlySet<Id>,
  { atOnce = SEEN_AT_ONCE, most = Number.POSITIVE_INFINITY }: Steps = {},
): readonly Row[] {
  let added = 0;
  const end = rows.findIndex(({ id }, index) => {
    if (standing.has(id)) return false;
    if (index === LAID_OUT && added > 0) return true;
    added += 1;
    return added > (index < LAID_OUT ? atOnce : most);
  });
  return end < 0 ? rows : rows.slice(0, end);
}

interface Growing extends Steps {
  /** Renders the initial rows in one pass, for a restored scroll position far below. */
  startsWhole: boolean;
  /** Renders everything from now on, for a user who jumps to a place below. */
  isWhole?: boolean;
}

/** Renders a long list in small pieces, so that typing and scrolling do not wait for a page of a hundred rows. */
export function useIncrementalRows<Row extends { id: Id }>(
  all: readonly Row[],
  { startsWhole, isWhole = false, ...steps }: Growing,
): readonly Row[] {
  const later = useDeferredValue(all);
  const [standing, setStanding] = useState<ReadonlySet<Id>>(
    () => new Set(startsWhole ? all.map(({ id }) => id) : []),
  );
  const wanted = later.length > 0 ? later : all;
  // The deferred rows lack those that a jump has just added.
  const rows = isWhole ? all : nextRows(wanted, standing, steps);
  const isStanding = rows.length === standing.size && rows.every(({ id }) => standing.has(id));
  // A string key, because each render has a new array, which would restart the wait on a busy page.
  const ids = JSON.stringify(rows.map(({ id }) => id));
  useEffect(() => (isStanding ? undefined : whenIdle(() => setStanding(idsIn(ids)))), [isStanding, ids]);
  return rows;
}

const idsIn = (text: string): ReadonlySet<Id> => new Set(JSON.parse(text) as Id[]);
