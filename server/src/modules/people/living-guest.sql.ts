import type { DbOrTx } from '../../platform/db/database.ts';
import { otherRegion } from '../../platform/region/signed-request.ts';
import type { Services } from '../../platform/services.ts';

/**
 * Whether a person of the other region, who has neither closed their account nor been blocked there, is a guest here.
 */
export async function isLivingGuest(
  { db, config }: Pick<Services, 'config'> & { db: DbOrTx },
  userId: number,
): Promise<boolean> {
  const guest = await db
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', userId)
    .where('presence', 'in', ['guest', 'moved'])
    .where('region', '=', otherRegion(config.region))
    .where('deleted_at', 'is', null)
    .where('blocked_at', 'is', null)
    .executeTakeFirst();
  return guest !== undefined;
}
