import type { ROLES } from '@cusp/contract/accounts.routes';
import { USER_EXPORTS } from '@cusp/contract/list-exports.routes';
import { STAFF_AREAS } from '@cusp/contract/staff.routes';
import type { StaffUser } from '@cusp/contract/staff-users';
import { STAFF_USERS_DEFAULT_SORT } from '@cusp/contract/staff-users.routes';
import type { SheetColumn } from '../../platform/sheets/write-sheet.ts';
import { exportKind } from '../list-exports/export-kind.ts';
import { userList, usersOf } from './staff-users.sql.ts';

type Role = (typeof ROLES)[number] | '';

const STATES: Record<StaffUser['state'], string> = {
  active: 'Active',
  not_activated: 'Not activated',
  blocked: 'Blocked',
  closing: 'Closing',
  deleted: 'Deleted',
};

const COLUMNS: readonly SheetColumn<StaffUser>[] = [
  { header: 'Name', type: 'text', value: ({ name }) => name },
  { header: 'Email', type: 'text', width: 32, value: ({ email }) => email },
  { header: 'Institution', type: 'text', width: 28, value: ({ institution }) => institution },
  { header: 'Role', type: 'text', value: ({ role }) => role },
  { header: 'Country', type: 'text', width: 10, value: ({ country }) => country },
  { header: 'State', type: 'text', value: ({ state }) => STATES[state] },
  { header: 'Data region', type: 'text', width: 10, value: ({ region }) => region },
  { header: 'Signed up (UTC)', type: 'moment', value: ({ created_date }) => new Date(created_date) },
  {
    header: 'Last sign-in (UTC)',
    type: 'moment',
    value: ({ last_sign_in }) => (last_sign_in === null ? null : new Date(last_sign_in)),
  },
];

const kindOf = <R extends Role>(role: R) =>
  exportKind<StaffUser>({
    name: USER_EXPORTS[role],
    flags: STAFF_AREAS.users,
    filename: 'Users.xlsx',
    title: 'Users',
    defaultSort: STAFF_USERS_DEFAULT_SORT,
    list: (db) => userList(db, role),
    rows: usersOf,
    columns: COLUMNS,
  });

/** The list of users, and that of each role. */
export const USERS_EXPORTS = {
  '': kindOf(''),
  'Dental Clinic': kindOf('Dental Clinic'),
  'Dental Lab': kindOf('Dental Lab'),
  Dealer: kindOf('Dealer'),
  Other: kindOf('Other'),
} as const satisfies Record<Role, unknown>;
