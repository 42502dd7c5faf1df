import type { Role } from '@cusp/contract/identity';
import { staffFlagsOf } from '@cusp/contract/staff.routes';
import type { StaffUser } from '@cusp/contract/staff-users';
import type { STAFF_USER_SORTS } from '@cusp/contract/staff-users.routes';
import { fullName } from '@cusp/text/names';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import type { AppUserTable } from '../../platform/db/tables/identity.ts';
import { serverLocOf } from '../../platform/region/region.ts';
import type { LongList } from '../staff-lists/long-list.sql.ts';

/** As the indexes of `app_user` have them, for all users and for those of a role. */
const SORTS: Record<(typeof STAFF_USER_SORTS)[number], RawBuilder<unknown>> = {
  name: sql`fold(first_name || ' ' || last_name)`,
  email: sql`email_key collate "C"`,
  institution: sql`fold(institution)`,
  role: sql`role`,
  country: sql`country`,
  created: sql`created_at`,
  last_sign_in: sql`coalesce(last_sign_in_at, '-infinity')`,
};

/** Users of this region that are not deleted; of one role, or all with ''. Guests are users of the other region. */
export const userList = (db: DbOrTx, role: Role | ''): LongList => ({
  table: sql`app_user`,
  where: [
    sql<boolean>`deleted_at is null`,
    sql<boolean>`presence = 'home'`,
    ...(role ? [sql<boolean>`role = ${role}`] : []),
  ],
  searched: sql`(search_name || search_institution || ' ' || email_key)`,
  sorts: SORTS,
  isPart: role !== '',
  async count() {
    const { rows } = await sql<{ count: number }>`
      select coalesce(sum(count), 0)::bigint as count from list_tally
      where case when ${role} = '' then list like 'users %' else list = 'users ' || ${role} end
    `.execute(db);
    return rows[0]?.count ?? 0;
  },
});

export const USER_COLUMNS = [
  'app_user.id',
  'app_user.email',
  'app_user.first_name',
  'app_user.last_name',
  'app_user.institution',
  'app_user.role',
  'app_user.country',
  'app_user.region',
  'app_user.is_device_manager',
  'app_user.is_sales_manager',
  'app_user.is_staff',
  'app_user.is_device_user_viewer',
  'app_user.is_device_rental_manager',
  'app_user.created_at',
  'app_user.activated_at',
  'app_user.last_sign_in_at',
  'app_user.blocked_at',
  'app_user.deleted_at',
  'app_user.closes_at',
] as const;

type Column = (typeof USER_COLUMNS)[number] extends `app_user.${infer C}` ? C : never;
type UserRow = Pick<Selectable<AppUserTable>, Column & keyof AppUserTable>;

/** Users with these ids, in no order. */
export async function usersOf(db: DbOrTx, ids: readonly number[]): Promise<StaffUser[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('app_user').select(USER_COLUMNS).where('id', 'in', ids).execute();
  return rows.map(presentStaffUser);
}

export function presentStaffUser(row: UserRow): StaffUser {
  const isGone = row.deleted_at !== null;
  return {
    id: row.id,
    // A deleted account only has its number and log left to show.
    name: isGone ? '' : fullName(row.first_name, row.last_name),
    email: isGone ? '' : row.email,
    institution: isGone ? '' : row.institution,
    role: row.role,
    country: row.country,
    state: stateOf(row),
    region: serverLocOf(row.region),
    staff_flags: staffFlagsOf(row),
    is_device_rental_manager: row.is_device_rental_manager,
    created_date: row.created_at.toISOString(),
    last_sign_in: row.last_sign_in_at?.toISOString() ?? null,
  };
}

export function stateOf({
  deleted_at,
  blocked_at,
  activated_at,
  closes_at,
}: Pick<UserRow, 'deleted_at' | 'blocked_at' | 'activated_at' | 'closes_at'>): StaffUser['state'] {
  if (deleted_at) return 'deleted';
  if (blocked_at) return 'blocked';
  if (closes_at) return 'closing';
  return activated_at ? 'active' : 'not_activated';
}
