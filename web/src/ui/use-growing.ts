import { useDeferredValue, useEffect, useState } from 'react';
import { atLeisure } from './at-leisure.ts';
import { nextRows } from './next-rows.ts';

interface Growing {
  /** Whether what there is at first comes in one go, for somebody who is led back to a place far below. */
  startsWhole: boolean;
}

/** Long lists in small pieces, so that typing and scrolling never wait for a page of a hundred. */
export function useGrowing<Row extends { id: number }>(
  all: readonly Row[],
  { startsWhole }: Growing,
): readonly Row[] {
  const later = useDeferredValue(all);
  const [standing, setStanding] = useState<ReadonlySet<number>>(
    () => new Set(startsWhole ? all.map(({ id }) => id) : []),
  );
  const rows = nextRows(later.length > 0 ? later : all, standing);
  useEffect(() => {
    const isStanding = rows.length === standing.size && rows.every(({ id }) => standing.has(id));
    return isStanding ? undefined : atLeisure(() => setStanding(new Set(rows.map(({ id }) => id))));
  }, [rows, standing]);
  return rows;
}
