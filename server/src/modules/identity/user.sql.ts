import type { SocialProvider } from '@cusp/contract/wire';
import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { found } from '../../platform/http/refusal.ts';
import { isMoving } from './moving-people.ts';

/** An active person with everything their own pages show. */
export async function loadUser(db: DbOrTx, userId: number) {
  const user = await db
    .selectFrom('app_user')
    .selectAll()
    .select(
      sql<boolean>`
        exists (select from share_group where owner_id = app_user.id)
        or exists (select from group_member where user_id = app_user.id and status = 'ACCD')
      `.as('has_group'),
    )
    .select(isMoving.as('is_moving'))
    .select(
      // An account with its own password is not a social account, linked or not.
      sql<SocialProvider | null>`case when password_hash is null then (
        select provider from social_identity where user_id = app_user.id order by created_at limit 1
      ) end`.as('social_provider'),
    )
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return found(user);
}
