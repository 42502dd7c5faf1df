import { LIMITS } from '@cusp/contract/limits';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';

/** Selectable numbers of rows per page; the first is the default. */
export const ROWS_PER_PAGE = [25, 50, 100] as const;

export interface ListState {
  search: string;
  /** `column asc` or `column desc`. */
  sort: string;
  page: number;
  num_per_page: number;
  /** Keys of the columns that are hidden. */
  hidden: readonly string[];
  /** The filters of the screen, by their names in the address. */
  filters: Readonly<Record<string, string>>;
}

export interface ListControl extends ListState {
  /** Whether a search or a filter narrows the list. */
  isNarrowed: boolean;
  setSearch(search: string): void;
  setSort(sort: string): void;
  setPage(page: number): void;
  setRows(rows: number): void;
  setHidden(keys: readonly string[]): void;
  setFilter(name: string, value: string): void;
  /** Removes search and filters. */
  reset(): void;
}

interface Options {
  defaultSort: string;
  /** Columns that are hidden until the user shows them. */
  hidden?: readonly string[];
  /** Names of the screen's filters in the address. */
  filters?: readonly string[];
}

const NO_NAMES: readonly string[] = [];

/** Half of a character that takes two units, whose other half was truncated. */
const HALF_AT_END = /[\uD800-\uDBFF]$/;

/** Search words of a list from its address; a longer text is truncated. */
export const searchOf = (params: URLSearchParams): string =>
  (params.get('search') ?? '').slice(0, LIMITS.search).replace(HALF_AT_END, '');

/**
 * The whole state of a list, kept in the address, so that reloading, going back and sending the link show the same
 * list. Defaults are omitted from the address.
 */
export function useListState({
  defaultSort,
  hidden: hiddenAtFirst = NO_NAMES,
  filters: names = NO_NAMES,
}: Options): ListControl {
  const [params, setParams] = useSearchParams();
  return useMemo(() => {
    const filters = Object.fromEntries(names.map((name) => [name, params.get(name) ?? '']));
    const search = searchOf(params);
    const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1);
    const rows = Number(params.get('rows'));
    const hide = params.get('hide');

    /** Changes the address; every change except that of the page returns to the first page. */
    const change = (values: Record<string, string | null>, replace = false) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (!('page' in values) && !('hide' in values)) next.delete('page');
          for (const [name, value] of Object.entries(values)) {
            if (value === null || value === '') next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace },
      );

    return {
      search,
      sort: params.get('sort') ?? defaultSort,
      page,
      num_per_page: ROWS_PER_PAGE.find((each) => each === rows) ?? ROWS_PER_PAGE[0],
      hidden: hide === null ? hiddenAtFirst : hide.split(',').filter(Boolean),
      filters,
      isNarrowed: search !== '' || Object.values(filters).some(Boolean),
      setSearch: (text) => change({ search: text }),
      setSort: (sort) => change({ sort: sort === defaultSort ? null : sort }),
      setPage: (number) => change({ page: number === 1 ? null : String(number) }),
      setRows: (number) => change({ rows: number === ROWS_PER_PAGE[0] ? null : String(number) }),
      // '-' shows every column where some are hidden by default.
      setHidden: (keys) =>
        change({ hide: keys.length > 0 ? keys.join(',') : hiddenAtFirst.length > 0 ? '-' : null }, true),
      setFilter: (name, value) => change({ [name]: value }),
      reset: () => change({ search: null, ...Object.fromEntries(names.map((name) => [name, null])) }),
    };
  }, [params, setParams, defaultSort, hiddenAtFirst, names]);
}
