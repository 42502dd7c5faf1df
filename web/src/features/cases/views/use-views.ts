import type { CaseView, ViewFilters } from '@cusp/contract/case-views';
import { listViews } from '@cusp/contract/case-views.routes';
import { useEffect, useState } from 'react';
import { readKept, removeKept, writeKept } from '../../../client/session/kept-storage.ts';
import { useUser } from '../../../client/session/session-store.ts';
import { useMayCall } from '../../../client/session/use-may-call.ts';
import { useCall } from '../../../client/use-call.ts';
import { type CaseFilters, searchOf } from '../filters/case-filters.ts';

/** The filters that a view keeps: all but the search text. */
export function viewFilters({ searchString: _, ...filters }: CaseFilters): ViewFilters {
  return filters;
}

export const filtersOfView = ({ filters }: Pick<CaseView, 'filters'>): CaseFilters => ({
  ...filters,
  searchString: '',
});

/** Identifies filters and order, ignoring the search text. */
const keyOf = (filters: CaseFilters): string => searchOf({ ...filters, searchString: '' });

export const isSameView = (filters: CaseFilters, view: Pick<CaseView, 'filters'>): boolean =>
  keyOf(filters) === keyOf(filtersOfView(view));

export type Views = ReturnType<typeof useViews>;

const NONE: readonly CaseView[] = [];

type Applied = Pick<CaseView, 'id' | 'name' | 'is_mine'>;

const KEPT = 'view';

/**
 * The view that was chosen last; its filters may have been changed since. This tab keeps its id, so that it is still
 * selected after a reload or another screen when the list has the same filters again.
 */
function useApplied(filters: CaseFilters, views: readonly CaseView[]) {
  const userId = useUser().id;
  const [applied, setApplied] = useState<Applied | null>(null);
  const key = keyOf(filters);
  useEffect(() => {
    const kept = readKept(KEPT, userId);
    const isSame = kept && 'id' in kept && 'key' in kept && kept.key === key;
    const view = views.find(({ id }) => id === (applied ? applied.id : isSame && kept.id));
    if (view) setApplied(view);
    if (!applied) return;
    // After a reload, a list without filters does not count as a changed view.
    if (key === '') removeKept(KEPT);
    else writeKept(KEPT, userId, { id: applied.id, key });
  }, [applied, key, userId, views]);
  return {
    applied,
    setApplied,
    forget() {
      removeKept(KEPT);
      setApplied(null);
    },
  };
}

/** Saved views, and the one that the list shows. */
export function useViews(filters: CaseFilters, isListed: boolean) {
  const mayRead = useMayCall(listViews);
  const query = useCall(listViews, {}, ['views'], { enabled: mayRead && isListed });
  const views = query.data?.views ?? NONE;
  const { applied, setApplied, forget } = useApplied(filters, views);
  const current = views.find((view) => view.id === applied?.id);
  return {
    mayRead,
    query,
    views,
    canShare: query.data?.can_share ?? false,
    /** The view whose filters the list has now. */
    shown:
      current && isSameView(filters, current) ? current : views.find((view) => isSameView(filters, view)),
    /** A view of one's own that was chosen before its filters were changed. */
    changed: current?.is_mine && !isSameView(filters, current) ? current : undefined,
    /** Name of the chosen view of another person, if it is not shared any more. */
    ended: applied && !applied.is_mine && query.data && !current ? applied.name : null,
    setApplied,
    forget,
  };
}
