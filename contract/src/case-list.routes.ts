import { route } from './endpoint.ts';

/** `due asc` sorts by requested delivery date, cases without one last. */
export const SORTS = ['updated desc', 'created desc', 'status asc', 'due asc'] as const;

/** Page sizes of the list; the first is the default. */
export const PAGE_SIZES = [25, 50, 100] as const;

/** The query of the first page without filters, as the browser sends it. */
export const FIRST_LIST = {
  zone: 'UTC',
  sort: SORTS[0],
  page: '1',
  num_per_page: String(PAGE_SIZES[0]),
} as const;

/** Maximum number of restorations in a row of the list. */
export const LISTED_RESTORATIONS = 4;

/** Other places where a search finds its words: order, note, comments, colleagues of the reader and assignee. */
export const FOUND_PLACES = ['order', 'note', 'comment', 'person', 'assignee'] as const;

/** Maximum length of a word for a restoration or material; foreign orders have their own words. */
export const MAX_WORD = 200;

/** Maximum number of days in a calendar's reply: a month in whole weeks. */
export const CALENDAR_DAYS = 42;

/** Maximum number of cases per day in it. */
export const DAY_CASES = 500;

export const listCases = route({ method: 'GET', path: '/v1/cases/', access: 'user', guests: 'open' });
export const listCaseDays = route({ method: 'GET', path: '/v1/cases/days/', access: 'user', guests: 'open' });
export const userFilters = route({
  method: 'GET',
  path: '/v1/user/filters/',
  access: 'user',
  guests: 'open',
});
