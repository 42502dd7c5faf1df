import { route } from './endpoint.ts';

/** `due asc`: by requested delivery date, cases without one last. */
export const SORTS = ['updated desc', 'created desc', 'status asc', 'due asc'] as const;

/** How many cases a page of the list may have; the first is the usual one. */
export const PAGE_SIZES = [25, 50, 100] as const;

/** Orders from elsewhere carry their own words for restorations and materials. */
export const WORD_MAX = 200;

export const listCases = route({ method: 'GET', path: '/v1/cases/', access: 'user' });
export const userFilters = route({ method: 'GET', path: '/v1/user/filters/', access: 'user' });
