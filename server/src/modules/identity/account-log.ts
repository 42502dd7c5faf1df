import type { AccountAction } from '@cusp/contract/staff-users';
import type { Tx } from '../../platform/db/database.ts';

interface Entry {
  userId: number;
  /** Null for actions of the person or automatic ones. */
  staffId: number | null;
  action: AccountAction;
  reason?: string;
}

/** Appends to the log of an account, which staff see with their reasons. */
export async function logAccount(tx: Tx, { userId, staffId, action, reason = '' }: Entry): Promise<void> {
  await tx.insertInto('account_log').values({ user_id: userId, staff_id: staffId, action, reason }).execute();
}
