import type { PageSize } from '@cusp/contract/case-list';
import { listCases, PAGE_SIZES } from '@cusp/contract/case-list.routes';
import { PAGES } from '@cusp/contract/pages';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { readPersonal, writePersonal } from '../../../client/personal-storage.ts';
import { useUser } from '../../../client/session/session-store.ts';
import { useCall } from '../../../client/use-call.ts';
import { uuid } from '../../../client/uuid.ts';
import { isAddress } from '../case-paths.ts';
import {
  type CaseFilters,
  filtersOf,
  keptFilters,
  mendedPage,
  pageOf,
  searchOf,
  wireQueryOf,
} from '../filters/case-filters.ts';
import { isForAllCases } from '../filters/status-filter.offers.ts';

const NAME = 'cases-per-page';

/** How many cases a page has, as the person chose it in this browser. */
function usePageSize(): [PageSize, (size: PageSize) => void] {
  const [size, setSize] = useState<PageSize>(() => {
    const kept = readPersonal(NAME);
    return PAGE_SIZES.find((each) => each === kept) ?? PAGE_SIZES[0];
  });
  return [
    size,
    (next) => {
      writePersonal(NAME, next);
      setSize(next);
    },
  ];
}

/**
 * Search texts by a meaningless word that stands for them in the address. Back and forward find the text
 * again; a reload, another tab, another person or the browser's history do not, because it holds names of
 * patients.
 */
const kept = new Map<string, { userId: number; text: string }>();
const MOST = 200;

/** The word for a search text, null for an empty one. */
function wordFor(userId: number, text: string): string | null {
  if (text === '') return null;
  for (const [word, found] of kept) if (found.text === text && found.userId === userId) return word;
  const word = uuid().slice(0, 8);
  kept.set(word, { userId, text });
  const oldest = kept.keys().next().value;
  if (kept.size > MOST && oldest) kept.delete(oldest);
  return word;
}

/** The search text behind the `find` of an address, '' when this page does not know it. */
function textBehind(userId: number, search: string): string {
  const found = kept.get(new URLSearchParams(search).get('find') ?? '');
  return found?.userId === userId ? found.text : '';
}

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
    void navigate({ search: mendedSearch }, { replace: true, state });
  }, [lastPage, filters, userId, pathname, search, state, navigate]);

  const show = (next: CaseFilters, nextPage = 1) => {
    const word = wordFor(userId, next.searchString);
    void navigate({ pathname: PAGES.cases, search: searchOf(next, nextPage, word) });
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
    if (kept) void navigate({ search: searchOf(kept) }, { replace: true });
  }, [pathname, search, state, navigate]);
}
