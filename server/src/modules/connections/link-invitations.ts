import type { Doer } from '../../platform/http/actor.ts';
import { internalActor } from '../../platform/http/actor.ts';
import type { Region } from '../../platform/region/region.ts';
import type { Work } from '../../platform/work.ts';
import { lastingToken } from '../invitations/invitation-token.ts';
import { personById } from '../invitations/people.sql.ts';
import { becomeConnected } from './become-connected.ts';

interface Newcomer {
  id: number;
  email_key: string;
  region: Region;
}

/**
 * Links waiting requests and invitations to a person whose address was just verified, and sends events to both sides.
 * The request whose link they signed up by becomes a connection. Links with less than half of their fourteen days left
 * are renewed, because the person could not have answered before; the others keep working.
 */
export async function linkInvitations(proven: Work<Doer>, user: Newcomer): Promise<void> {
  const work = proven.as(internalActor(user.id));
  const requests = await work.tx
    .selectFrom('connection')
    .innerJoin('app_user as owner', 'owner.id', 'connection.owner_id')
    .selectAll('connection')
    .where('connection.email_key', '=', user.email_key)
    .where('connection.user_id', 'is', null)
    .where('connection.status', '=', 'REQD')
    .where('owner.deleted_at', 'is', null)
    .where('owner.presence', '=', 'home')
    .where('owner.region', '=', user.region)
    .forUpdate('connection')
    .execute();
  for (const row of requests) {
    if (row.accepted_at_signup) {
      const [owner, invited] = [await personById(work.tx, row.owner_id), await personById(work.tx, user.id)];
      await becomeConnected(work, { row, owner, invited });
      continue;
    }
    await work.tx
      .updateTable('connection')
      .set({ user_id: user.id, ...lastingToken(work.services, 'connection', row) })
      .where('id', '=', row.id)
      .execute();
    await work.record({
      name: 'contact_requested',
      audience: [row.owner_id, user.id],
      ids: { connection: row.id },
    });
  }
  const invitations = await work.tx
    .selectFrom('group_member')
    .innerJoin('share_group', 'share_group.id', 'group_member.group_id')
    .innerJoin('app_user as owner', 'owner.id', 'share_group.owner_id')
    .selectAll('group_member')
    .select('share_group.owner_id')
    .where('group_member.email_key', '=', user.email_key)
    .where('group_member.user_id', 'is', null)
    .where('group_member.status', '=', 'REQD')
    .where('owner.deleted_at', 'is', null)
    .where('owner.presence', '=', 'home')
    .where('owner.region', '=', user.region)
    .forUpdate('group_member')
    .execute();
  for (const row of invitations) {
    await work.tx
      .updateTable('group_member')
      .set({ user_id: user.id, ...lastingToken(work.services, 'group', row) })
      .where('id', '=', row.id)
      .execute();
    await work.record({
      name: 'sguser_requested',
      audience: [row.owner_id, user.id],
      ids: { group: row.group_id, member: row.id },
    });
  }
}
