import { staffFlagsOf } from '@cusp/contract/staff.routes';
import type { Selectable } from 'kysely';
import type { AppUserTable } from '../../platform/db/tables/identity.ts';

type Subject = Pick<
  Selectable<AppUserTable>,
  | 'id'
  | 'activated_at'
  | 'blocked_at'
  | 'deleted_at'
  | 'is_device_manager'
  | 'is_sales_manager'
  | 'is_staff'
  | 'is_device_user_viewer'
>;

/** Why a staff member cannot act for an account; null if they can. `maySupport` is the same rule as SQL. */
export function whyImpossible(staffId: number, subject: Subject) {
  if (subject.id === staffId) return 'self';
  if (staffFlagsOf(subject).length > 0) return 'staff';
  if (subject.deleted_at) return 'deleted';
  if (subject.blocked_at) return 'blocked';
  return subject.activated_at ? null : 'not_activated';
}
