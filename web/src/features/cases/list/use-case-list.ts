import { removeCases } from '@cusp/contract/case-changes.routes';
import type { PageSize } from '@cusp/contract/case-list';
import { listCases } from '@cusp/contract/case-list.routes';
import { PAGES } from '@cusp/contract/pages';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { writePersonal } from '../../../client/personal-storage.ts';
import { useUser } from '../../../client/session/session-store.ts';
import { useMayCall } from '../../../client/session/use-may-call.ts';
import { useCall } from '../../../client/use-call.ts';
import { uuid } from '../../../client/uuid.ts';
import { useLatest } from '../../../ui/use-latest.ts';
import { calendarDayOf, withCalendarDay } from '../calendar/calendar-days.ts';
import { isAddress } from '../case-paths.ts';
import {
  type CaseFilters,
  correctedPage,
  filtersOf,
  keptFilters,
  pageOf,
  searchOf,
  wireQueryOf,
} from '../filters/case-filters.ts';
import { isForAllCases } from '../filters/status-filter.offers.ts';
import { keptPageSize, PAGE_SIZE } from './first-list.ts';
import type { Layout } from './use-list-layout.ts';

/** The number of cases per page, stored in this browser. */
function usePageSize(): [PageSize, (size: PageSize) => void] {
  const [size, setSize] = useState<PageSize>(keptPageSize);
  return [
    size,
    (next) => {
      writePersonal(PAGE_SIZE, next);
      setSize(next);
    },
  ];
}

/**
 * Search texts by a random key that replaces them in the URL. Back and Forward restore the text; a reload, another
 * tab, another person or the browser's history cannot, because the text may contain names of patients.
 */
const kept = new Map<string, { userId: number; text: string }>();
const MOST = 200;

/** The key of a search text, null for an empty one. */
function wordFor(userId: number, text: string): string | null {
  if (text === '') return null;
  for (const [word, found] of kept) if (found.text === text && found.userId === userId) return word;
  const word = uuid().slice(0, 8);
  kept.set(word, { userId, text });
  const oldest = kept.keys().next().value;
  if (kept.size > MOST && oldest) kept.delete(oldest);
  return word;
}

/** The search text of the `find` key in a URL, '' if this page does not have the key. */
function textBehind(userId: number, search: string): string {
  const found = kept.get(new URLSearchParams(search).get('find') ?? '');
  return found?.userId === userId ? found.text : '';
}

/** Filters, page and rows of the case list. The URL is the source of truth. Board and calendar load their own rows. */
export function useCaseList(layout: Layout) {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const userId = useUser().id;
  const filters = useMemo(
    () => ({ ...filtersOf(search), searchString: textBehind(userId, search) }),
    [search, userId],
  );
  const page = pageOf(search);
  const mayRemove = useMayCall(removeCases);
  const [perPage, setPerPage] = usePageSize();
  const wire = useMemo(() => wireQueryOf(filters, page, perPage), [filters, page, perPage]);
  const query = useCall(listCases, { query: wire }, ['cases', wire], {
    placeholderData: keepPreviousData,
    enabled: layout === 'list',
  });

  const lastPage = query.isPlaceholderData ? undefined : query.data?.page.num_pages;
  useEffect(() => {
    const mended = lastPage ? correctedPage(search, lastPage) : null;
    if (!mended || !isAddress(pathname, search)) return;
    const correctedSearch = searchOf(filters, mended, wordFor(userId, filters.searchString));
    // Keeps the router state, because it is the same case in the same list.
    void navigate({ search: correctedSearch }, { replace: true, state });
  }, [lastPage, filters, userId, pathname, search, state, navigate]);

  // The same functions in each render, because what is above the rows takes long to render again.
  const show = useLatest((next: CaseFilters, nextPage?: number, isReplaced?: boolean) => {
    const word = wordFor(userId, next.searchString);
    void navigate(
      {
        pathname: PAGES.cases,
        search: withCalendarDay(searchOf(next, nextPage ?? 1, word), calendarDayOf(search)),
      },
      { replace: isReplaced ?? false },
    );
  });
  const type = useLatest((searchString: string, isContinued: boolean) => {
    const word = wordFor(userId, searchString);
    const found = withCalendarDay(searchOf({ ...filters, searchString }, 1, word), calendarDayOf(search));
    void navigate({ pathname, search: found }, { replace: isContinued, state });
  });
  const showSize = useLatest((size: PageSize) => {
    setPerPage(size);
    if (page > 1) show(filters);
  });
  return {
    filters,
    layout,
    page,
    perPage,
    /** Identifies list and page, for state that must not outlive them. */
    list: JSON.stringify(wire),
    query,
    /** Rows can be checked, to delete them. */
    hasBoxes: mayRemove && !query.data?.del_disabled_all,
    /** Shows another list, which has its own URL without a selected case. */
    show,
    /**
     * Shows results during typing, and leaves the open case open. Further typing replaces the history entry, so that
     * Back returns to the list before the search.
     */
    type,
    /** Changes the page size and returns to the first page. */
    showSize,
  };
}

/** Props of list, board and calendar. */
export interface LayoutProps {
  list: ReturnType<typeof useCaseList>;
  /** Number or id of the open case, from the path. */
  chosen: string | undefined;
  /** Shows other filters and stores them; with `layout`, in that one. */
  onFilters(filters: CaseFilters, layout?: Layout): void;
}

/**
 * On arrival, /cases without a query applies the stored filters of the last Apply; later, and after All, it means no
 * filter.
 */
export function useKeptFilters(): void {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const arrived = useRef(false);
  useEffect(() => {
    if (arrived.current) return;
    arrived.current = true;
    const isPlain = pathname === PAGES.cases && search === '' && !isForAllCases(state);
    const kept = isPlain ? keptFilters() : null;
    if (kept) void navigate({ search: searchOf(kept) }, { replace: true });
  }, [pathname, search, state, navigate]);
}
