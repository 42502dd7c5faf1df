import { FEATURE_SORTS } from '@cusp/contract/partner-features.routes';
import { STAFF_DEVICE_SORTS } from '@cusp/contract/staff-devices.routes';
import { STAFF_LAB_SORTS } from '@cusp/contract/staff-labs.routes';
import { STAFF_CASE_SORTS, STAFF_CONNECTION_SORTS } from '@cusp/contract/staff-parties.routes';
import { USER_REGISTRATION_SORTS } from '@cusp/contract/staff-registrations.routes';
import { STAFF_USER_SORTS } from '@cusp/contract/staff-users.routes';
import { TICKET_SORTS } from '@cusp/contract/tickets.routes';
import { PEOPLE_SORTS } from '@cusp/contract/user-locations.routes';
import { GROUP_ID, PAIR_ID, WORDS } from './fill-staff.ts';

interface List {
  path: string;
  sorts: readonly string[];
  /** In every request. */
  fixed?: string;
  /** Queries besides the common ones: a name and the query. */
  more?: Readonly<Record<string, string>>;
}

/** All staff lists, with their filters. */
const LISTS: Readonly<Record<string, List>> = {
  devices: {
    path: 'v1/cs/devices/',
    sorts: STAFF_DEVICE_SORTS,
    more: {
      'search: part of a serial number': 'search=sn-DIGITS',
      'search: a model, by customer': 'search=air&sort=name+asc',
    },
  },
  registrations: {
    path: 'v1/cs/devices/',
    fixed: 'user-registeredDevices=true',
    sorts: STAFF_DEVICE_SORTS,
    more: { 'search: part of a serial number': 'search=sn-DIGITS' },
  },
  'waiting registrations': { path: 'v1/cs/user-registrations/', sorts: USER_REGISTRATION_SORTS },
  'factory registrations': {
    path: 'partnerfeatures/',
    sorts: FEATURE_SORTS,
    more: { 'search: part of a UDI': 'search=21DIGITS' },
  },
  users: {
    path: 'v1/cs/users/',
    sorts: STAFF_USER_SORTS,
    more: {
      ...Object.fromEntries(
        STAFF_USER_SORTS.flatMap((sort) => [
          [`filter: labs, by ${sort}`, `role=Dental+Lab&sort=${sort}+asc`],
          [`filter: one in a thousand, by ${sort}`, `role=Other&sort=${sort}+asc`],
        ]),
      ),
      'filter: labs, page 200': 'role=Dental+Lab&page=200',
      'search: idle, by name': `search=${WORDS.idle}&sort=name+asc`,
      'filter: labs with a common word': `role=Dental+Lab&search=${WORDS.common}`,
      'filter: one in a thousand with a common word': `role=Other&search=${WORDS.common}`,
    },
  },
  'user locations': {
    path: 'v1/cs/user-locations/people/',
    fixed: 'country=DE',
    sorts: PEOPLE_SORTS,
    more: {
      'filter: labs': 'role=Dental+Lab',
      'filter: not confirmed': 'confirmed=no',
      'filter: other region': 'region=EU',
      'filter: other region, not confirmed': 'region=EU&confirmed=no',
      'filter: one in a thousand': 'role=Other',
      'filter: one in a thousand, not confirmed': 'role=Other&confirmed=no',
    },
  },
  'people of a small country': {
    path: 'v1/cs/user-locations/people/',
    fixed: 'country=NZ',
    sorts: PEOPLE_SORTS,
  },
  cases: {
    path: 'v1/cs/cases/',
    sorts: STAFF_CASE_SORTS,
    more: {
      ...Object.fromEntries(
        STAFF_CASE_SORTS.map((sort) => [
          `filter: connection, by ${sort}`,
          `connId=${PAIR_ID}&sort=${sort}+desc`,
        ]),
      ),
      'filter: connection, with a number': `connId=${PAIR_ID}&search=lu`,
      'search: number': 'search=balu-1',
      'search: beginning of many numbers': 'search=ba',
      'search: one person in an idle institution': `search=${WORDS.idle}+${WORDS.rare}`,
      'search: idle and a common word': `search=${WORDS.idle}+${WORDS.common}`,
      'search: idle, by number': `search=${WORDS.idle}&sort=no+asc`,
    },
  },
  connections: {
    path: 'v1/cs/connections/',
    sorts: STAFF_CONNECTION_SORTS,
    more: {
      'search: invited address': 'search=guest41',
      'search: idle, by state': `search=${WORDS.idle}&sort=state+asc`,
    },
  },
  labs: { path: 'v1/cs/labs/', sorts: STAFF_LAB_SORTS },
  tickets: { path: 'v1/cs/devices/tickets/', sorts: TICKET_SORTS },
};

/** Queries that are sent to every list. */
const ALWAYS: Readonly<Record<string, string>> = {
  'first page': '',
  'first page of 100': 'num_per_page=100',
  'page 200': 'page=200',
  'page in the middle': 'page=MIDDLE',
  'last page': 'page=1000000',
  'search: rare': `search=${WORDS.rare}`,
  'search: common': `search=${WORDS.common}`,
  'search: common, page 200': `search=${WORDS.common}&page=200`,
  'search: idle': `search=${WORDS.idle}`,
  'search: common and rare': `search=${WORDS.common}+${WORDS.rare}`,
  'search: one letter': 'search=d',
  'search: nothing found': `search=${WORDS.none}`,
};

/**
 * Name and path of each request; MIDDLE is the page in the middle of the table, DIGITS the beginning of about a hundred
 * serial numbers.
 */
export const ASKED: readonly [string, string][] = [
  ...Object.entries(LISTS).flatMap(([name, { path, fixed, sorts, more }]) =>
    Object.entries({
      ...ALWAYS,
      ...Object.fromEntries(
        sorts.flatMap((sort) => ['asc', 'desc'].map((way) => [`by ${sort} ${way}`, `sort=${sort}+${way}`])),
      ),
      ...more,
    }).map(([what, query]): [string, string] => [
      `${name}: ${what}`,
      `${path}?${[fixed, query].filter(Boolean).join('&')}`,
    ]),
  ),
  ['user locations: map', 'v1/cs/user-locations/'],
  ['groups: one', `v1/cs/group/${GROUP_ID}/`],
];
