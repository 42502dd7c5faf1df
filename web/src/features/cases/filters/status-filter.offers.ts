import { STATUS_FILTERS, type StatusFilter } from '@cusp/dental/case-status';
import type { Due } from '@cusp/dental/due';
import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Queries of /cases that other screens lead to; the case list reads them. */
export const UNREAD_CASES = '?unread=1';
export const dueCases = (due: Due): string => `?due=${due}`;

/** Reads `?status=Open,Closed`; what is no status is ignored. */
export function statusesOf(search: string): readonly StatusFilter[] {
  const asked = (new URLSearchParams(search).get('status') ?? '').split(',');
  return STATUS_FILTERS.filter((status) => asked.includes(status));
}

/** The query with other statuses; the page number goes, because the list is another one. */
export function withStatuses(search: string, statuses: readonly StatusFilter[]): string {
  const params = new URLSearchParams(search);
  params.delete('page');
  if (statuses.length === 0) params.delete('status');
  else params.set('status', STATUS_FILTERS.filter((status) => statuses.includes(status)).join(','));
  const text = params.toString().replaceAll('%2C', ',');
  return text && `?${text}`;
}

/** With none left or all chosen there is no filter. */
export function toggled(statuses: readonly StatusFilter[], status: StatusFilter): readonly StatusFilter[] {
  const next = statuses.includes(status) ? statuses.filter((each) => each !== status) : [...statuses, status];
  return next.length === STATUS_FILTERS.length ? [] : next;
}

/** State of an address that asks for all cases, whatever filters were kept. */
const ALL_CASES = { allCases: true } as const;

export const isForAllCases = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'allCases' in state;

/**
 * The status chips' state. It lives in the address of /cases, so back, reload and links keep it; set from
 * another page it leads to /cases.
 */
export function useStatusFilter() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const onCases = isOfCases(pathname);
  const own = onCases ? search : '';
  const statuses = useMemo(() => statusesOf(own), [own]);
  const set = (next: readonly StatusFilter[]) =>
    void navigate({ pathname: '/cases', search: withStatuses(askedSearch(), next) }, { state: ALL_CASES });
  return {
    /** Whether the cases are what is on screen. */
    onCases,
    /** Empty is any status. */
    statuses,
    set,
    toggle: (status: StatusFilter) => set(toggled(statusesOf(askedSearch()), status)),
    clear: () => set([]),
  };
}

const isOfCases = (pathname: string) => pathname === '/cases' || pathname.startsWith('/cases/');

/** The query of /cases in the address: while that screen is on its way, the page still shows the one before. */
const askedSearch = () => (isOfCases(window.location.pathname) ? window.location.search : '');
