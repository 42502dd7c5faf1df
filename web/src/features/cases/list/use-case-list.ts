import { listCases, type PageSize } from '@cusp/contract/case-list';
import { PAGES } from '@cusp/contract/pages';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useUser } from '../../../client/session/session-store.ts';
import { isForAllCases } from '../../../client/status-filter.ts';
import { useCall } from '../../../client/use-call.ts';
import { isAddress } from '../case-paths.ts';
import {
  type CaseFilters,
  filtersOf,
  mendedPage,
  pageOf,
  searchOf,
  wireQueryOf,
} from '../filters/case-filters.ts';
import { keptFilters } from '../filters/filter-store.ts';
import { textBehind, wordFor } from '../filters/found-words.ts';
import { usePageSize } from '../filters/page-size.ts';

/** Filters, page and rows of the case list. The address is the truth. */
export function useCaseList() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const userId = useUser().id;
  const filters = useMemo(
    () => ({ ...filtersOf(search), searchString: textBehind(userId, search) }),
    [search, userId],
  );
  const page = pageOf(search);
  const [perPage, setPerPage] = usePageSize();
  const wire = useMemo(() => wireQueryOf(filters, page, perPage), [filters, page, perPage]);
  const query = useCall(listCases, { query: wire }, ['cases', wire], { placeholderData: keepPreviousData });

  const lastPage = query.isPlaceholderData ? undefined : query.data?.page.num_pages;
  useEffect(() => {
    const mended = lastPage ? mendedPage(search, lastPage) : null;
    if (!mended || !isAddress(pathname, search)) return;
    const mendedSearch = searchOf(filters, mended, wordFor(userId, filters.searchString));
    // The same case in the same list: who chose it stays as it was.
    navigate({ search: mendedSearch }, { replace: true, state });
  }, [lastPage, filters, userId, pathname, search, state, navigate]);

  const show = (next: CaseFilters, nextPage = 1) => {
    const word = wordFor(userId, next.searchString);
    navigate({ pathname: PAGES.cases, search: searchOf(next, nextPage, word) });
  };
  return {
    filters,
    page,
    perPage,
    /** Names list and page, for what must not outlive them. */
    list: JSON.stringify(wire),
    query,
    /** Another list is another address, without a chosen case. */
    show,
    /** Pages of another size, from the first. */
    showSize(size: PageSize) {
      setPerPage(size);
      if (page > 1) show(filters);
    },
  };
}

/** On arrival a plain /cases takes the filters kept at the last Apply; later, and after All, it means no filter. */
export function useKeptFilters(): void {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const arrived = useRef(false);
  useEffect(() => {
    if (arrived.current) return;
    arrived.current = true;
    const isPlain = pathname === PAGES.cases && search === '' && !isForAllCases(state);
    const kept = isPlain ? keptFilters() : null;
    if (kept) navigate({ search: searchOf(kept) }, { replace: true });
  }, [pathname, search, state, navigate]);
}
