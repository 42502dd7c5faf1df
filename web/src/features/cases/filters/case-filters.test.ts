import { CaseListQuery } from '@cusp/contract/case-list';
import { DUES } from '@cusp/dental/due';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ALL,
  type CaseFilters,
  filtersOf,
  mendedPage,
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

describe('the address of the case list', () => {
  test.each([
    '?status=Nonsense,OPEN&unread=yes&from=tomorrow&to=2026-1-1&uid=0,-3,x,1.5&due=never&sort=name&page=-2',
    '?status=&unread=&from=&to=&uid=&sort=&page=',
    `?assignee=you&material=${'x'.repeat(201)}&restoration=${encodeURIComponent('a\u0000')}`,
    '?from=9999-99-99&to=2026-13-01&uid=9999999999999999',
    '',
  ])('%j asks for nothing', (search) => {
    expect(filtersOf(search)).toEqual(NO_FILTERS);
    expect(pageOf(search)).toBe(1);
  });

  test('a person without anybody behind it is none, an institution is asked for by its name', () => {
    expect(filtersOf('?institution=Lab&person=3')).toMatchObject({ institution: 'Lab', person: ALL });
    expect(filtersOf(`?institution=${'L'.repeat(101)}`)).toEqual(NO_FILTERS);
  });

  test('says filters and page and is read again', () => {
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
  ])('of three pages %j is mended to %j', (search, page) => expect(mendedPage(search, 3)).toBe(page));

  test('what other screens lead to is understood', () => {
    expect(filtersOf(UNREAD_CASES)).toEqual({ ...NO_FILTERS, unreadCommentsOnly: true });
    for (const due of DUES) expect(filtersOf(dueCases(due))).toEqual({ ...NO_FILTERS, due });
  });

  test('nothing asked is no query at all', () => expect(searchOf(NO_FILTERS)).toBe(''));

  test('never holds the search text', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 12, unit: fc.constantFrom('x', 'q', 'é', '김') }), (text) => {
        expect(decodeURIComponent(searchOf({ ...SOME, searchString: text }, 2))).not.toContain(text);
      }),
    );
  });

  test('whatever stands in the address can be asked of the server', () => {
    fc.assert(
      fc.property(fc.string(), (noise) => {
        const search = `?status=${noise}&uid=${noise}&institution=${noise}&from=${noise}&sort=${noise}&page=${noise}`;
        expect(CaseListQuery.safeParse(wireQueryOf(filtersOf(search), pageOf(search))).success).toBe(true);
      }),
    );
  });
});

describe('what the server is asked', () => {
  test('days are the midnights they begin with where the reader is', () => {
    const query = wireQueryOf(SOME, 1);
    expect(new Date(query.createDateFrom)).toEqual(new Date(2026, 9, 1));
    expect(new Date(query.createDateTo)).toEqual(new Date(2026, 9, 31));
  });

  test('the contract takes it', () => {
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

test('what narrows the list is counted, two dates as one, the order not at all', () => {
  expect(narrowing(NO_FILTERS)).toBe(0);
  expect(narrowing({ ...NO_FILTERS, orderBy: 'status asc' })).toBe(0);
  expect(narrowing(SOME)).toBe(9);
});
