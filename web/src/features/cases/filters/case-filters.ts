import type { CaseListQuery, PageSize, Sort, StatusFilter } from '@cusp/contract/case-list';
import { MAX_WORD, PAGE_SIZES, SORTS } from '@cusp/contract/case-list.routes';
import { LIMITS } from '@cusp/contract/limits';
import { STATUS_FILTERS, WAITS, type Waits } from '@cusp/dental/case-status';
import { DUE_FILTERS, type DueFilter } from '@cusp/dental/due';
import { localTimeZone } from '../../../client/local-time.ts';
import { usualNumberSystem } from '../../../client/number-system.ts';
import { readPersonal, writePersonal } from '../../../client/personal-storage.ts';
import { statusesInSearch } from './status-filter.offers.ts';

/** Value of `institution` and `person` for no filter. */
export const ALL = 'All';
/** Value of `assignee` for the signed-in person, so that a link works for everybody. */
export const ME = 'me';

/** A day `YYYY-MM-DD`, '' if unset. */
export type DayOrNone = string;

export interface CaseFilters {
  /** Empty for any. */
  status: readonly StatusFilter[];
  unreadCommentsOnly: boolean;
  /** Unfinished cases by their delivery date; '' for any. */
  due: DueFilter | '';
  /** Side that has to act next; '' for either. */
  waits: Waits | '';
  /** `me`, or the id of a person as text; '' for any, assigned or not. */
  assignee: string;
  /** Type and material of a restoration; '' for any. */
  restoration: string;
  material: string;
  createDateFrom: DayOrNone;
  createDateTo: DayOrNone;
  /** Name of an institution, or `All`. */
  institution: string;
  /** Id of a person as text, or `All`. */
  person: string;
  /** The ids of the selected people; empty for an institution that is too large to list them. */
  userIds: readonly number[];
  /** Only kept in memory because it may contain names of patients. */
  searchString: string;
  orderBy: Sort;
}

export const NO_FILTERS: CaseFilters = {
  status: [],
  unreadCommentsOnly: false,
  due: '',
  waits: '',
  assignee: '',
  restoration: '',
  material: '',
  createDateFrom: '',
  createDateTo: '',
  institution: ALL,
  person: ALL,
  userIds: [],
  searchString: '',
  orderBy: 'updated desc',
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const dayOf = (value: string | null): DayOrNone =>
  value && DAY.test(value) && !Number.isNaN(Date.parse(value)) ? value : '';
const isSort = (value: string | null): value is Sort => SORTS.some((sort) => sort === value);

const idsOf = (value: string | null): number[] =>
  (value ?? '').split(',').flatMap((word) => (/^[1-9]\d{0,14}$/.test(word) ? Number(word) : []));

/** A name or word; null, values with control characters and values too long for the server become empty. */
function wordOf(value: string | null, longest: number): string {
  const word = value?.trim() ?? '';
  return word.length <= longest && !/\p{Cc}/u.test(word) ? word : '';
}

const assigneeOf = (value: string | null): string => (value === ME ? ME : String(idsOf(value)[0] ?? ''));

/** Reads filters from the query of /cases and ignores invalid values. The search text is not in it. */
export function filtersOf(search: string): CaseFilters {
  const params = new URLSearchParams(search);
  const userIds = idsOf(params.get('uid'));
  const order = params.get('sort');
  return {
    status: statusesInSearch(search),
    unreadCommentsOnly: params.get('unread') === '1',
    due: DUE_FILTERS.find((due) => due === params.get('due')) ?? '',
    waits: WAITS.find((side) => side === params.get('waits')) ?? '',
    assignee: assigneeOf(params.get('assignee')),
    restoration: wordOf(params.get('restoration'), MAX_WORD),
    material: wordOf(params.get('material'), MAX_WORD),
    createDateFrom: dayOf(params.get('from')),
    createDateTo: dayOf(params.get('to')),
    institution: wordOf(params.get('institution'), LIMITS.institution) || ALL,
    person: (userIds.length > 0 && params.get('person')) || ALL,
    userIds,
    searchString: '',
    orderBy: isSort(order) ? order : NO_FILTERS.orderBy,
  };
}

/** The page number in the query of /cases, from 1. */
export function pageOf(search: string): number {
  const page = Number(new URLSearchParams(search).get('page') ?? '1');
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}

/** The page to correct the query to if it names an invalid page or one past the end; null if it is valid. */
export function correctedPage(search: string, lastPage: number): number | null {
  const asked = new URLSearchParams(search).get('page');
  const page = Math.min(pageOf(search), lastPage);
  return asked === null || asked === String(page) ? null : page;
}

/** The query of /cases for filters and page, '' for defaults; the reverse of {@link filtersOf}. */
export function searchOf(filters: CaseFilters, page = 1, found: string | null = null): string {
  const params = new URLSearchParams();
  const set = (name: string, value: string) => value && params.set(name, value);
  set('status', STATUS_FILTERS.filter((status) => filters.status.includes(status)).join(','));
  set('unread', filters.unreadCommentsOnly ? '1' : '');
  set('due', filters.due);
  set('waits', filters.waits);
  set('assignee', filters.assignee);
  set('restoration', filters.restoration);
  set('material', filters.material);
  set('from', filters.createDateFrom);
  set('to', filters.createDateTo);
  set('institution', filters.institution === ALL ? '' : filters.institution);
  set('person', filters.person === ALL ? '' : filters.person);
  set('uid', filters.userIds.join(','));
  set('find', found ?? '');
  set('sort', filters.orderBy === NO_FILTERS.orderBy ? '' : filters.orderBy);
  set('page', page > 1 ? String(page) : '');
  const text = params.toString().replaceAll('%2C', ',');
  return text && `?${text}`;
}

/** The local start of a day, ISO 8601 in UTC. */
function midnightOf(day: DayOrNone): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return day && new Date(year, month - 1, date).toISOString();
}

/** The request for the case list; the server includes the day that starts at the last midnight. */
export function wireQueryOf(filters: CaseFilters, page: number, perPage: PageSize = PAGE_SIZES[0]) {
  const hasDays = filters.due !== '' || filters.createDateTo !== '';
  // A saved view or link has the people that the institution had then; by its name others are found too.
  const isOfInstitution = filters.institution !== ALL && filters.person === ALL;
  return {
    status: filters.status.join(','),
    unreadCommentsOnly: filters.unreadCommentsOnly ? ('true' as const) : ('' as const),
    due: filters.due,
    waits: filters.waits,
    assignee: filters.assignee,
    restoration: filters.restoration,
    material: filters.material,
    zone: hasDays ? localTimeZone() : 'UTC',
    createDateFrom: midnightOf(filters.createDateFrom),
    createDateTo: midnightOf(filters.createDateTo),
    uid: filters.userIds.join(','),
    institution: isOfInstitution ? filters.institution : '',
    search: filters.searchString,
    numbers: /\d/.test(filters.searchString) ? usualNumberSystem() : ('' as const),
    sort: filters.orderBy,
    page,
    num_per_page: perPage,
  } satisfies Record<keyof CaseListQuery, unknown>;
}

/** The number of active filters besides the search text; the order is not a filter. */
export function narrowing(filters: CaseFilters): number {
  return [
    filters.status.length > 0,
    filters.unreadCommentsOnly,
    filters.due !== '',
    filters.waits !== '',
    filters.assignee !== '',
    filters.restoration !== '',
    filters.material !== '',
    filters.createDateFrom !== '' || filters.createDateTo !== '',
    filters.institution !== ALL,
    filters.person !== ALL,
  ].filter(Boolean).length;
}

const NAME = 'case-filters';

/** Stores filters in this browser as the query of /cases, without the search text. */
export function keepFilters(filters: CaseFilters): void {
  writePersonal(NAME, searchOf({ ...filters, searchString: '' }));
}

/** The stored filters, or null. */
export function keptFilters(): CaseFilters | null {
  const kept = readPersonal(NAME);
  return typeof kept === 'string' && kept !== '' ? filtersOf(kept) : null;
}
