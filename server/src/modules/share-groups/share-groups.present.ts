import type { GroupMember } from '@cusp/contract/share-groups';
import { fullName } from '@cusp/text/names';
import type { Actor } from '../../platform/http/actor.ts';
import { encodeId } from '../../platform/http/idb64.ts';
import type { Services } from '../../platform/services.ts';
import { openToken } from '../invitations/invitation-token.ts';
import { picturePath } from '../people/person.present.ts';
import type { ListedMember } from './share-groups.sql.ts';

interface Group {
  id: number;
  name: string;
  owner_id: number;
}

interface Owner {
  id: number;
  email: string;
  name: string;
  picture_key: string | null;
  is_unknown: boolean;
}

/** The group screen: the owner first among the members; the pending list depends on the reader's role in the group. */
export function presentGroup(
  services: Services,
  actor: Actor,
  group: Group | null,
  owner: Owner | null,
  rows: ListedMember[],
) {
  const { userId } = actor;
  const isOwner = group?.owner_id === userId;
  const accepted = rows.filter((row) => row.group_id === group?.id && row.status === 'ACCD');
  const pending = rows.filter((row) =>
    isOwner
      ? row.group_id === group.id && row.status !== 'ACCD'
      : row.user_id === userId && row.status === 'REQD',
  );
  return {
    sharegroup: group && { id: group.id, name: group.name, is_owner: isOwner },
    sg_users: {
      pending: pending.map((row) => presentMember(services, actor, row)),
      accepted: [
        ...(group && owner ? [presentOwner(userId, group, owner)] : []),
        ...accepted.map((row) => presentMember(services, actor, row)),
      ],
    },
  };
}

function presentMember(services: Services, actor: Actor, row: ListedMember): GroupMember {
  const { userId } = actor;
  const name = fullName(row.member_first, row.member_last);
  const invited = row.status === 'REQD' && row.user_id === userId;
  return {
    id: row.id,
    sg_id: row.group_id,
    sg_name: row.group_name,
    idb64: encodeId(row.id),
    accept_token: invited ? openToken(services, actor, 'group', row) : null,
    user_id: name ? row.user_id : null,
    name,
    email: row.member_email,
    picture: picturePath(row.user_id, row.member_picture_key),
    is_unknown: row.member_unknown,
    is_owner: false,
    status: row.status,
    Im_requester: row.requester_id === userId,
    Im_invited: row.user_id === userId,
    offered_until: offeredUntil(userId, row),
    requester: {
      username: fullName(row.requester_first, row.requester_last),
      email: row.requester_email,
      picture: picturePath(row.requester_id, row.requester_picture_key),
    },
  };
}

/** Expiry of an offer that the reader made or got. */
const offeredUntil = (userId: number, { offered_until, owner_id, user_id }: ListedMember): string | null =>
  offered_until && offered_until > new Date() && [owner_id, user_id].includes(userId)
    ? offered_until.toISOString()
    : null;

function presentOwner(userId: number, group: Group, owner: Owner): GroupMember {
  const picture = picturePath(owner.id, owner.picture_key);
  return {
    id: 0,
    sg_id: group.id,
    sg_name: group.name,
    idb64: encodeId(group.id),
    accept_token: null,
    user_id: owner.id,
    name: owner.name,
    email: owner.email,
    picture,
    is_unknown: owner.is_unknown,
    is_owner: true,
    status: 'ACCD',
    Im_requester: owner.id === userId,
    Im_invited: false,
    offered_until: null,
    requester: { username: owner.name, email: owner.email, picture },
  };
}
