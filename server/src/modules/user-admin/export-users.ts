import type { Role } from '@cusp/contract/identity';
import { EXPORT_MAX_ROWS } from '@cusp/contract/sheets.routes';
import type { StaffUser } from '@cusp/contract/staff-users';
import { fullName } from '@cusp/text/names';
import { sql } from 'kysely';
import type { Actor } from '../../platform/http/actor.ts';
import { serverLocOf } from '../../platform/region/region.ts';
import type { Services } from '../../platform/services.ts';
import { exportSheet } from '../../platform/sheets/export-sheet.ts';
import { allIds } from '../staff-lists/long-list.sql.ts';
import { stateOf, USER_COLUMNS, userList } from './staff-users.sql.ts';

const STATES: Record<StaffUser['state'], string> = {
  active: 'Active',
  not_activated: 'Not activated',
  blocked: 'Blocked',
  deleted: 'Deleted',
};

/** The list of users with this search, role and sort as an .xlsx file. */
export async function exportUsers(
  { services, actor }: { services: Services; actor: Actor },
  { search, sort, role }: { search: string; sort: string; role: Role | '' },
): Promise<Buffer> {
  const { db } = services;
  const ids = await allIds(db, userList(db, role), { search, sort }, EXPORT_MAX_ROWS + 1);
  return exportSheet(services, actor, {
    list: 'users',
    filter: { role, searched: search !== '', sort },
    query: db
      .selectFrom('app_user')
      .innerJoin(
        sql<{ id: number; place: number }>`unnest(${ids}::bigint[]) with ordinality`.as<'listed'>(
          sql`listed(id, place)`,
        ),
        'listed.id',
        'app_user.id',
      )
      .select(USER_COLUMNS)
      .orderBy('listed.place'),
    title: 'Users',
    columns: [
      { header: 'Name', type: 'text', value: (row) => fullName(row.first_name, row.last_name) },
      { header: 'Email', type: 'text', width: 32, value: ({ email }) => email },
      { header: 'Institution', type: 'text', width: 28, value: ({ institution }) => institution },
      { header: 'Role', type: 'text', value: ({ role }) => role },
      { header: 'Country', type: 'text', width: 10, value: ({ country }) => country },
      { header: 'State', type: 'text', value: (row) => STATES[stateOf(row)] },
      { header: 'Region', type: 'text', width: 10, value: ({ region }) => serverLocOf(region) },
      { header: 'Created (UTC)', type: 'moment', value: ({ created_at }) => created_at },
      { header: 'Last sign-in (UTC)', type: 'moment', value: ({ last_sign_in_at }) => last_sign_in_at },
    ],
  });
}
