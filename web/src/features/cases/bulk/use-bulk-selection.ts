import type { CaseListItem } from '@cusp/contract/case-list';
import { useState } from 'react';
import { useLatest } from '../../../ui/use-latest.ts';

const NONE: ReadonlySet<number> = new Set();

export type BulkSelection = ReturnType<typeof useBulkSelection>;

/** The mode in which any rows are selected for an action; another list or page starts without a selection. */
export function useBulkSelection(rows: readonly CaseListItem[], list: string) {
  const [isOn, setOn] = useState(false);
  const [marks, setMarks] = useState({ list, ids: NONE });
  const known = isOn && marks.list === list ? marks.ids : NONE;
  const ids = known.size === 0 ? NONE : new Set(rows.flatMap(({ id }) => (known.has(id) ? [id] : [])));
  // The same for each list, because another one would render all rows again.
  const check = useLatest((id: number, on: boolean) =>
    setMarks((before) => {
      const next = new Set(before.list === list ? before.ids : NONE);
      if (on) next.add(id);
      else next.delete(id);
      return { list, ids: next };
    }),
  );
  return {
    isOn,
    ids,
    rows: rows.filter(({ id }) => ids.has(id)),
    check,
    checkAll: (all: boolean) => setMarks({ list, ids: all ? new Set(rows.map(({ id }) => id)) : NONE }),
    keep: (kept: ReadonlySet<number>) => setMarks({ list, ids: kept }),
    start: () => setOn(true),
    end() {
      setOn(false);
      setMarks({ list, ids: NONE });
    },
  };
}
