import type { Tx } from '../../platform/db/database.ts';
import type { FiledEvent, NewNotice } from './notice.types.ts';

/** The notices about requests of connections, invitations to groups, and the answers to them. */
export async function aboutPartner(tx: Tx, { name, ids }: FiledEvent): Promise<NewNotice[]> {
  switch (name) {
    case 'contact_requested':
    case 'contact_accepted': {
      const connection = await tx
        .selectFrom('connection')
        .select(['id', 'owner_id', 'user_id'])
        .where('id', '=', Number(ids.connection))
        .executeTakeFirst();
      if (!connection?.user_id) return [];
      const { id: connectionId, owner_id: owner, user_id: partner } = connection;
      return name === 'contact_requested'
        ? [{ kind: 'request', what: 'connection', connectionId, by: owner, people: [partner] }]
        : [{ kind: 'request', what: 'connected', connectionId, by: partner, people: [owner] }];
    }
    case 'sguser_requested':
    case 'sguser_accepted': {
      const member = await tx
        .selectFrom('group_member')
        .innerJoin('share_group', 'share_group.id', 'group_member.group_id')
        .select(['group_member.id', 'group_member.user_id', 'share_group.owner_id'])
        .where('group_member.id', '=', Number(ids.member))
        .executeTakeFirst();
      if (!member?.user_id) return [];
      const { id: memberId, owner_id: owner, user_id: mate } = member;
      return name === 'sguser_requested'
        ? [{ kind: 'request', what: 'group', memberId, by: owner, people: [mate] }]
        : [{ kind: 'request', what: 'joined', memberId, by: mate, people: [owner] }];
    }
    default:
      return [];
  }
}
