import { CaseListQuery } from '@cusp/contract/case-list';
import { FIRST_LIST, listCases } from '@cusp/contract/case-list.routes';
import { DUE_FILTERS } from '@cusp/dental/due';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { urlOf } from '../../../client/call.ts';
import {
  ALL,
  type CaseFilters,
  correctedPage,
  filtersOf,
  NO_FILTERS,
  narrowing,
  pageOf,
  searchOf,
  wireQueryOf,
} from './case-filters.ts';
import { dueCases, UNREAD_CASES } from './status-filter.offers.ts';

const SOME: CaseFilters = {
  status: ['Open', 'Closed'],
  unreadCommentsOnly: true,
  due: 'soon',
  waits: 'them',
  assignee: 'me',
  restoration: 'Krone & Brücke',
  material: 'zirconia',
  createDateFrom: '2026-10-01',
  createDateTo: '2026-10-31',
  institution: 'Labor Müller & Söhne, Köln',
  person: '17',
  userIds: [17],
  searchString: '',
  orderBy: 'status asc',
};

test('a list without filters has the URL that the page requests before its code is loaded', () =>
  expect(urlOf(listCases, { query: wireQueryOf(NO_FILTERS, 1) })).toBe(
    urlOf(listCases, { query: FIRST_LIST }),
  ));

describe('the query string of the case list', () => {
  test.each([
    '?status=Nonsense,OPEN&unread=yes&from=tomorrow&to=2026-1-1&uid=0,-3,x,1.5&due=never&sort=name&page=-2',
    '?status=&unread=&from=&to=&uid=&sort=&page=',
    `?assignee=you&material=${'x'.repeat(201)}&restoration=${encodeURIComponent('a\u0000')}`,
    '?from=9999-99-99&to=2026-13-01&uid=9999999999999999',
    '',
  ])('%j has no filters', (search) => {
    expect(filtersOf(search)).toEqual(NO_FILTERS);
    expect(pageOf(search)).toBe(1);
  });

  test('a person without ids is dropped, an institution is queried by its name', () => {
    expect(filtersOf('?institution=Lab&person=3')).toMatchObject({ institution: 'Lab', person: ALL });
    expect(filtersOf(`?institution=${'L'.repeat(101)}`)).toEqual(NO_FILTERS);
  });

  test('filters and page survive a round trip', () => {
    const search = searchOf(SOME, 3, 'a1b2');
    expect(filtersOf(search)).toEqual(SOME);
    expect(pageOf(search)).toBe(3);
    expect(new URLSearchParams(search).get('find')).toBe('a1b2');
  });

  test.each([
    ['', null],
    ['?page=2', null],
    ['?page=3', null],
    ['?page=4', 3],
    ['?page=99999999999999999999', 1],
    ['?page=0', 1],
    ['?page=two', 1],
  ])('the query string of the case list of three pages %j is corrected to %j', (search, page) =>
    expect(correctedPage(search, 3)).toBe(page),
  );

  test('queries linked from other screens are understood', () => {
    expect(filtersOf(UNREAD_CASES)).toEqual({ ...NO_FILTERS, unreadCommentsOnly: true });
    for (const due of DUE_FILTERS) expect(filtersOf(dueCases(due))).toEqual({ ...NO_FILTERS, due });
  });

  test('default filters give an empty query', () => expect(searchOf(NO_FILTERS)).toBe(''));

  test('the search text is never part of the query', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 12, unit: fc.constantFrom('x', 'q', 'é', '김') }), (text) => {
        expect(decodeURIComponent(searchOf({ ...SOME, searchString: text }, 2))).not.toContain(text);
      }),
    );
  });

  test('every query string gives a request that the server accepts', () => {
    fc.assert(
      fc.property(fc.string(), (noise) => {
        const search = `?status=${noise}&uid=${noise}&institution=${noise}&from=${noise}&sort=${noise}&page=${noise}`;
        expect(CaseListQuery.safeParse(wireQueryOf(filtersOf(search), pageOf(search))).success).toBe(true);
      }),
    );
  });
});

describe('the request to the server', () => {
  test('days become their local midnights', () => {
    const query = wireQueryOf(SOME, 1);
    expect(new Date(query.createDateFrom)).toEqual(new Date(2026, 9, 1));
    expect(new Date(query.createDateTo)).toEqual(new Date(2026, 9, 31));
  });

  test('the request is valid by the contract', () => {
    expect(CaseListQuery.parse(wireQueryOf({ ...SOME, searchString: 'Müller' }, 2))).toMatchObject({
      status: ['Open', 'Closed'],
      uid: [17],
      unreadCommentsOnly: 'true',
      search: 'Müller',
      sort: 'status asc',
      page: 2,
    });
    expect(CaseListQuery.parse(wireQueryOf(NO_FILTERS, 1))).toEqual(CaseListQuery.parse({}));
  });
});

test('narrowing counts active filters, two dates as one and not the order', () => {
  expect(narrowing(NO_FILTERS)).toBe(0);
  expect(narrowing({ ...NO_FILTERS, orderBy: 'status asc' })).toBe(0);
  expect(narrowing(SOME)).toBe(10);
});
