import type { CaseListQuery, PageSize, Sort, StatusFilter } from '@cusp/contract/case-list';
import { PAGE_SIZES, SORTS, WORD_MAX } from '@cusp/contract/case-list.routes';
import { LIMITS } from '@cusp/contract/limits';
import { STATUS_FILTERS } from '@cusp/dental/case-status';
import { DUES, type Due } from '@cusp/dental/due';
import { zoneHere } from '../../../client/here.ts';
import { readPersonal, writePersonal } from '../../../client/personal-storage.ts';
import { statusesOf } from './status-filter.offers.ts';

/** Value of `institution` and `person` that narrows nothing. */
export const ALL = 'All';
/** Value of `assignee` for the signed-in person, whoever that is. */
export const ME = 'me';

/** A day `YYYY-MM-DD`, '' for none. */
export type DayOrNone = string;

export interface CaseFilters {
  /** Empty is any. */
  status: readonly StatusFilter[];
  unreadCommentsOnly: boolean;
  /** Unfinished cases by their delivery date; '' is any. */
  due: Due | '';
  /** `me`, or the id of a person as text; '' is anybody and nobody. */
  assignee: string;
  /** Type and material of a restoration; '' is any. */
  restoration: string;
  material: string;
  createDateFrom: DayOrNone;
  createDateTo: DayOrNone;
  /** Name of an institution, or `All`. */
  institution: string;
  /** Id of a person as text, or `All`. */
  person: string;
  /** The people that institution and person come to; none for an institution that is too large to name them all. */
  userIds: readonly number[];
  /** Never leaves the memory of the page: it holds names of patients. */
  searchString: string;
  orderBy: Sort;
}

export const NO_FILTERS: CaseFilters = {
  status: [],
  unreadCommentsOnly: false,
  due: '',
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

/** A name or word; the server refuses longer ones, and none has marks that cannot be typed. */
function wordOf(value: string | null, longest: number): string {
  const word = value?.trim() ?? '';
  return word.length <= longest && !/\p{Cc}/u.test(word) ? word : '';
}

const assigneeOf = (value: string | null): string => (value === ME ? ME : String(idsOf(value)[0] ?? ''));

/** Reads filters from the query of /cases; what cannot be read is left out. The search text is not in it. */
export function filtersOf(search: string): CaseFilters {
  const params = new URLSearchParams(search);
  const userIds = idsOf(params.get('uid'));
  const order = params.get('sort');
  return {
    status: statusesOf(search),
    unreadCommentsOnly: params.get('unread') === '1',
    due: DUES.find((due) => due === params.get('due')) ?? '',
    assignee: assigneeOf(params.get('assignee')),
    restoration: wordOf(params.get('restoration'), WORD_MAX),
    material: wordOf(params.get('material'), WORD_MAX),
    createDateFrom: dayOf(params.get('from')),
    createDateTo: dayOf(params.get('to')),
    institution: wordOf(params.get('institution'), LIMITS.institution) || ALL,
    person: (userIds.length > 0 && params.get('person')) || ALL,
    userIds,
    searchString: '',
    orderBy: isSort(order) ? order : NO_FILTERS.orderBy,
  };
}

/** The page number of the query of /cases, from 1. */
export function pageOf(search: string): number {
  const page = Number(new URLSearchParams(search).get('page') ?? '1');
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}

/** The page that the query should name when it names none there is, past the end or no number; null when it is right. */
export function mendedPage(search: string, lastPage: number): number | null {
  const asked = new URLSearchParams(search).get('page');
  const page = Math.min(pageOf(search), lastPage);
  return asked === null || asked === String(page) ? null : page;
}

/** The query of /cases for filters and page, '' when nothing is asked; the reverse of {@link filtersOf}. */
export function searchOf(filters: CaseFilters, page = 1, found: string | null = null): string {
  const params = new URLSearchParams();
  const set = (name: string, value: string) => value && params.set(name, value);
  set('status', STATUS_FILTERS.filter((status) => filters.status.includes(status)).join(','));
  set('unread', filters.unreadCommentsOnly ? '1' : '');
  set('due', filters.due);
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

/** The midnight a day begins with where the reader is, ISO 8601 in UTC. */
function midnightOf(day: DayOrNone): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return day && new Date(year, month - 1, date).toISOString();
}

/** What the case list is asked for; the server counts the day that begins with the last midnight in. */
export function wireQueryOf(filters: CaseFilters, page: number, perPage: PageSize = PAGE_SIZES[0]) {
  const hasDays = filters.due !== '' || filters.createDateTo !== '';
  return {
    status: filters.status.join(','),
    unreadCommentsOnly: filters.unreadCommentsOnly ? ('true' as const) : ('' as const),
    due: filters.due,
    assignee: filters.assignee,
    restoration: filters.restoration,
    material: filters.material,
    zone: hasDays ? zoneHere() : 'UTC',
    createDateFrom: midnightOf(filters.createDateFrom),
    createDateTo: midnightOf(filters.createDateTo),
    uid: filters.userIds.join(','),
    institution: filters.userIds.length > 0 || filters.institution === ALL ? '' : filters.institution,
    search: filters.searchString,
    sort: filters.orderBy,
    page,
    num_per_page: perPage,
  } satisfies Record<keyof CaseListQuery, unknown>;
}

/** How many things narrow the list beside the search text; the order narrows nothing. */
export function narrowing(filters: CaseFilters): number {
  return [
    filters.status.length > 0,
    filters.unreadCommentsOnly,
    filters.due !== '',
    filters.assignee !== '',
    filters.restoration !== '',
    filters.material !== '',
    filters.createDateFrom !== '' || filters.createDateTo !== '',
    filters.institution !== ALL,
    filters.person !== ALL,
  ].filter(Boolean).length;
}

const NAME = 'case-filters';

/** Keeps filters in this browser, written as the query of /cases; the search text is left out. */
export function keepFilters(filters: CaseFilters): void {
  writePersonal(NAME, searchOf({ ...filters, searchString: '' }));
}

/** The kept filters, null when there are none. */
export function keptFilters(): CaseFilters | null {
  const kept = readPersonal(NAME);
  return typeof kept === 'string' && kept !== '' ? filtersOf(kept) : null;
}
