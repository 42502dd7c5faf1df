import { STATUS_FILTERS, type StatusFilter } from '@cusp/dental/case-status';
import type { DueFilter } from '@cusp/dental/due';
import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Queries of /cases that other screens link to. */
export const UNREAD_CASES = '?unread=1';
export const dueCases = (due: DueFilter): string => `?due=${due}`;

/** The counts of the statuses by their names in the reply. */
export const COUNT_OF = {
  Open: 'open',
  InProgress: 'inprog',
  Completed: 'completed',
  Reopened: 'reopened',
  Closed: 'closed',
} as const satisfies Record<StatusFilter, string>;

/** Reads `?status=Open,Closed` and ignores unknown statuses. */
export function statusesInSearch(search: string): readonly StatusFilter[] {
  const asked = (new URLSearchParams(search).get('status') ?? '').split(',');
  return STATUS_FILTERS.filter((status) => asked.includes(status));
}

/** The query with other statuses; drops the page number because it belongs to the previous list. */
export function withStatuses(search: string, statuses: readonly StatusFilter[]): string {
  const params = new URLSearchParams(search);
  params.delete('page');
  if (statuses.length === 0) params.delete('status');
  else params.set('status', STATUS_FILTERS.filter((status) => statuses.includes(status)).join(','));
  const text = params.toString().replaceAll('%2C', ',');
  return text && `?${text}`;
}

/** Toggles a status; with none or all selected the filter is off. */
export function toggled(statuses: readonly StatusFilter[], status: StatusFilter): readonly StatusFilter[] {
  const next = statuses.includes(status) ? statuses.filter((each) => each !== status) : [...statuses, status];
  return next.length === STATUS_FILTERS.length ? [] : next;
}

/** Router state of a link to all cases, which overrides the stored filters. */
const ALL_CASES = { allCases: true } as const;

export const isForAllCases = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'allCases' in state;

/**
 * The state of the status chips. It is in the URL of /cases, so that Back, reload and links keep it; changing it on
 * another page navigates to /cases.
 */
export function useStatusFilter() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const onCases = isOfCases(pathname);
  const own = onCases ? search : '';
  const statuses = useMemo(() => statusesInSearch(own), [own]);
  const set = (next: readonly StatusFilter[]) =>
    void navigate({ pathname: '/cases', search: withStatuses(askedSearch(), next) }, { state: ALL_CASES });
  return {
    /** Whether the case list is on screen. */
    onCases,
    /** Empty for any status. */
    statuses,
    set,
    toggle: (status: StatusFilter) => set(toggled(statusesInSearch(askedSearch()), status)),
    clear: () => set([]),
  };
}

const isOfCases = (pathname: string) => pathname === '/cases' || pathname.startsWith('/cases/');

/** The query of /cases in the URL; during navigation React still renders the previous one. */
const askedSearch = () => (isOfCases(window.location.pathname) ? window.location.search : '');
