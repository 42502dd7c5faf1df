import type { Done } from '@cusp/contract/wire';
import type { Actor } from '../../platform/http/actor.ts';
import { decodeId } from '../../platform/http/idb64.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { peopleAround } from '../case-access/circle.sql.ts';
import { NO_TOKEN, tokenFits, whyNotYours } from '../invitations/invitation-token.ts';
import { lockPerson, personById } from '../invitations/people.sql.ts';
import { checkNamedLocation } from '../invitations/server-location.ts';
import { noteCircles } from './circles-changed.ts';
import { whyNotInGroup } from './group-rules.ts';
import { noteGroup } from './own-group.ts';
import { settleLater } from './settle-group.ts';
import { lockGroupOfRow, lockInvitation } from './share-groups.sql.ts';

interface Link {
  sguidb64: string;
  token: string;
  /** Absent if accepted on the group screen; a link always has one, possibly empty. */
  srvLoc: string | undefined;
}

/** Joins a group by an invitation link: only the invited person, once, before the link expires. */
export async function joinGroup(services: Services, actor: Actor, link: Link): Promise<Done> {
  checkNamedLocation(services, link.srvLoc);
  const id = decodeId(link.sguidb64);
  if (id === null) throw new Refusal('invalid_token');
  return inTransaction(services, actor, async (work) => {
    const me = await lockPerson(work.tx, actor.userId);
    if (!me.email_key) throw new Refusal('no_email');
    await lockGroupOfRow(work.tx, id);
    const row = await lockInvitation(work.tx, id);
    if (!row) throw new Refusal('request_needed');
    if (row.email_key !== me.email_key) throw new Refusal(whyNotYours(row, link.token));
    if (row.status === 'ACCD') throw new Refusal('request_already_accepted');
    if (row.status === 'REJD') throw new Refusal('invalid_state');
    if (!tokenFits(row, link.token)) throw new Refusal('invalid_token');
    const owner = await personById(work.tx, row.owner_id);
    if (owner.deleted_at) throw new Refusal('request_needed');
    const reason = await whyNotInGroup(work.tx, { id: row.group_id }, owner, {
      email_key: me.email_key,
      person: me,
    });
    // An open connection request does not block the invitation.
    if (reason && reason !== 'email_already_added')
      throw new Refusal(reason === 'not_same_region' ? 'server_is_wrong' : reason);
    await work.tx
      .updateTable('group_member')
      .set({ status: 'ACCD', user_id: me.id, ...NO_TOKEN, updated_at: new Date() })
      .where('id', '=', id)
      .execute();
    const mates = await peopleAround(work.tx, [me.id]);
    await work.record({
      name: 'sguser_accepted',
      audience: mates,
      ids: { group: row.group_id, member: id },
    });
    await settleLater(work, { groupId: row.group_id, memberId: id });
    await noteCircles(work, mates);
    await noteGroup(work, row.group_id, 'joined');
    return { detail: 'joined group' };
  });
}
