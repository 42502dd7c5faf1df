import type { Connection } from '@cusp/contract/connections';
import type { Paging } from '@cusp/contract/wire';
import { fullName } from '@cusp/text/names';
import type { Actor } from '../../platform/http/actor.ts';
import { encodeId } from '../../platform/http/idb64.ts';
import type { Services } from '../../platform/services.ts';
import { openToken } from '../invitations/invitation-token.ts';
import { picturePath } from '../people/person.present.ts';
import type { ListedConnection } from './connections.sql.ts';

function presentConnection(services: Services, actor: Actor, row: ListedConnection): Connection {
  const { userId } = actor;
  const invited = row.status === 'REQD' && row.user_id === userId;
  return {
    id: row.id,
    idb64: encodeId(row.id),
    accept_token: invited ? openToken(services, actor, 'connection', row) : null,
    status: row.status,
    alias: row.alias,
    name: fullName(row.far_first, row.far_last),
    email: row.far_email,
    picture: picturePath(row.far_id, row.far_picture_key),
    institution: row.far_institution,
    phone: row.far_phone,
    address: row.far_address,
    country: row.far_country,
    text: row.near_id === userId ? row.message : '',
    is_owner: row.status === 'ACCD' ? row.near_id === userId : row.owner_id === userId,
    Im_invited: invited,
    is_unknown: row.far_unknown,
    in_other_region: row.far_elsewhere,
    owner: {
      username: fullName(row.named_first, row.named_last),
      email: row.named_email,
      picture: picturePath(row.named_id, row.named_picture_key),
      is_unknown: row.named_unknown,
    },
  };
}

/** The three lists of the screen. They are not paginated, so the paging block has a single page. */
export function presentConnections(services: Services, actor: Actor, rows: ListedConnection[]) {
  const lists = { pending: [], accepted: [], locked: [] } as Record<
    'pending' | 'accepted' | 'locked',
    Connection[]
  >;
  for (const row of rows) {
    const list = row.status !== 'ACCD' ? lists.pending : row.is_locked ? lists.locked : lists.accepted;
    list.push(presentConnection(services, actor, row));
  }
  return { connections: lists, page: wholeList(rows.length) };
}

const wholeList = (total: number): Paging => ({
  number: 1,
  num_per_page: total,
  total_num: total,
  num_pages: 1,
  has_previous: false,
  has_next: false,
  page_range: [1],
});
