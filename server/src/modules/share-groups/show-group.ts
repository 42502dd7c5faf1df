import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { fullName } from '../invitations/people.sql.ts';
import { presentGroup } from './share-groups.present.ts';
import { groupOf, listMembers } from './share-groups.sql.ts';

/** The data of the group screen for a person. */
export async function showGroup(services: Services, actor: Actor) {
  const { userId } = actor;
  const group = await groupOf(services.db, userId);
  const owner = group
    ? await services.db
        .selectFrom('app_user')
        .select(['id', 'email', 'first_name', 'last_name', 'picture_key', 'deleted_at'])
        .where('id', '=', group.owner_id)
        .executeTakeFirst()
    : undefined;
  const named = owner && {
    id: owner.id,
    email: owner.deleted_at ? '' : owner.email,
    name: owner.deleted_at ? '' : fullName(owner),
    picture_key: owner.deleted_at ? null : owner.picture_key,
    is_unknown: owner.deleted_at !== null,
  };
  return presentGroup(services, actor, group, named ?? null, await listMembers(services.db, userId));
}
