import type { DbOrTx } from '../../platform/db/database.ts';
import { recipientIdsOf } from '../connections/connections.sql.ts';

/**
 * Possible recipients: accepted connections of oneself and one's share group with an account in the same region,
 * without people of the group itself.
 */
export function recipientsOf(db: DbOrTx, userId: number) {
  return db
    .selectFrom('app_user')
    .select([
      'app_user.id',
      'app_user.first_name',
      'app_user.last_name',
      'app_user.institution',
      'app_user.email',
      'app_user.role',
      'app_user.picture_key',
      'app_user.deleted_at',
    ])
    .where('app_user.id', 'in', recipientIdsOf(userId));
}

/** Whether a case can be sent to this person now. */
export async function isRecipient(db: DbOrTx, userId: number, recipientId: number): Promise<boolean> {
  const row = await recipientsOf(db, userId).where('app_user.id', '=', recipientId).executeTakeFirst();
  return row !== undefined;
}
