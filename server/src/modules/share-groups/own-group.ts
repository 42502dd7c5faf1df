import type { Done } from '@cusp/contract/wire';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { peopleAround } from '../case-access/circle.sql.ts';
import { endExports } from '../case-access/end-exports.ts';
import { releaseAssignees } from '../case-access/release-assignees.ts';
import { lockPerson } from '../invitations/people.sql.ts';
import { noteCircles } from './circles-changed.ts';
import { mayManage } from './share-groups.policy.ts';
import { groupOf, lockGroup, peopleOfGroup } from './share-groups.sql.ts';

/** Founds a group; a person can be in one group only. */
export async function createGroup(services: Services, actor: Actor, name: string): Promise<{ id: number }> {
  return inTransaction(services, actor, async (work) => {
    const me = await lockPerson(work.tx, actor.userId);
    if (await groupOf(work.tx, me.id)) throw new Refusal('already_joined_another_group');
    const { id } = await work.tx
      .insertInto('share_group')
      .values({ name, owner_id: me.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    await work.record({
      name: 'sharegroup_modified',
      audience: [me.id],
      ids: { group: id },
    });
    await noteGroup(work, id, 'founded');
    return { id };
  });
}

export async function renameGroup(
  services: Services,
  actor: Actor,
  { id, name }: { id: number; name: string },
): Promise<Done> {
  return inTransaction(services, actor, async (work) => {
    const group = await lockGroup(work.tx, actor.userId, id);
    const refused = mayManage(actor.userId, group);
    if (refused) throw new Refusal(refused);
    await work.tx.updateTable('share_group').set({ name }).where('id', '=', id).execute();
    await work.record({
      name: 'sharegroup_modified',
      audience: await peopleOfGroup(work.tx, group),
      ids: { group: id },
    });
    await noteGroup(work, id, 'renamed');
    return {};
  });
}

/** Dissolves one's own group with its invitations; everybody then sees only their own cases. */
export async function dissolveGroup(services: Services, actor: Actor, id: number): Promise<Done> {
  return inTransaction(services, actor, async (work) => {
    const group = await lockGroup(work.tx, actor.userId, id);
    const refused = mayManage(actor.userId, group);
    if (refused) throw new Refusal(refused);
    const people = await peopleOfGroup(work.tx, group);
    const mates = await peopleAround(work.tx, [group.owner_id]);
    await work.tx.deleteFrom('share_group').where('id', '=', id).execute();
    await work.record({
      name: 'sharegroup_deleted',
      audience: people,
      ids: { group: id },
    });
    await releaseAssignees(work, mates);
    await noteCircles(work, mates);
    await endExports(work, group.owner_id);
    await noteGroup(work, id, 'dissolved');
    return {};
  });
}

/** Writes an entry about a group to the audit log. */
export const noteGroup = (work: Work, id: number, change: string): Promise<void> =>
  work.audit({ action: 'group_changed', object: { type: 'group', id }, detail: { change } });
