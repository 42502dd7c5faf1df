import type { Done } from '@cusp/contract/wire';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { peopleAround } from '../case-access/circle.sql.ts';
import { endExports } from '../case-access/end-exports.ts';
import { releaseAssignees } from '../case-access/release-assignees.ts';
import { NO_TOKEN } from '../invitations/invitation-token.ts';
import { noteCircles } from './circles-changed.ts';
import { noteGroup } from './own-group.ts';
import { mayAnswer, mayRemove } from './share-groups.policy.ts';
import { lockGroupOfRow, lockMember } from './share-groups.sql.ts';

/** The invited person rejects; the owner sees it and may invite again. */
export async function rejectInvitation(services: Services, actor: Actor, id: number): Promise<Done> {
  return inTransaction(services, actor, async (work) => {
    const row = await lockMember(work.tx, actor.userId, id);
    const refused = mayAnswer(actor.userId, row);
    if (refused) throw new Refusal(refused);
    if (row.status !== 'REQD') throw new Refusal('invalid_state');
    await work.tx
      .updateTable('group_member')
      .set({ status: 'REJD', ...NO_TOKEN, updated_at: new Date() })
      .where('id', '=', id)
      .execute();
    await work.record({
      name: 'sguser_rejected',
      audience: [row.owner_id, actor.userId],
      ids: { group: row.group_id, member: id },
    });
    await noteGroup(work, row.group_id, 'rejected');
    return { detail: 'request rejected' };
  });
}

/**
 * The owner removes a member or withdraws an invitation; a member leaves. Access through the group ends with the
 * commit, and open tabs of everybody concerned are notified to reload.
 */
export async function removeFromGroup(services: Services, actor: Actor, id: number): Promise<Done> {
  return inTransaction(services, actor, async (work) => {
    await lockGroupOfRow(work.tx, id);
    const row = await lockMember(work.tx, actor.userId, id);
    const refused = mayRemove(actor.userId, row);
    if (refused) throw new Refusal(refused);
    const wasMember = row.status === 'ACCD';
    const circle = wasMember ? await peopleAround(work.tx, [row.user_id]) : [row.owner_id, row.user_id];
    const people = circle.filter((person) => person !== null);
    await work.tx.deleteFrom('group_member').where('id', '=', id).execute();
    await work.record({
      name: 'sguser_deleted',
      audience: people,
      ids: { group: row.group_id, member: id },
    });
    if (wasMember) {
      await releaseAssignees(work, people);
      await noteCircles(work, people);
      await endExports(work, row.owner_id);
    }
    await noteGroup(work, row.group_id, row.user_id === actor.userId ? 'left' : 'removed');
    return {};
  });
}
