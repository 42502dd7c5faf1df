import type { Done } from '@cusp/contract/wire';
import { audit } from '../../platform/audit/audit.ts';
import { type Tx, transact } from '../../platform/db/database.ts';
import { record } from '../../platform/events/record.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { peopleAround } from '../case-access/circle.sql.ts';
import { lockPerson } from '../invitations/people.sql.ts';
import { releaseAssignees } from './release-assignees.ts';
import { mayManage } from './share-groups.policy.ts';
import { groupOf, lockGroup, peopleOfGroup } from './share-groups.sql.ts';

/** Founds a group; one person is in one group. */
export async function createGroup(services: Services, actor: Actor, name: string): Promise<{ id: number }> {
  return transact(services.db, async (tx) => {
    const me = await lockPerson(tx, actor.userId);
    if (await groupOf(tx, me.id)) throw new Refusal('already_joined_another_group');
    const { id } = await tx
      .insertInto('share_group')
      .values({ name, owner_id: me.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    await record(tx, services.hub, actor, {
      name: 'sharegroup_modified',
      audience: [me.id],
      ids: { group: id },
    });
    await noteGroup(tx, actor, id, 'founded');
    return { id };
  });
}

export async function renameGroup(
  services: Services,
  actor: Actor,
  { id, name }: { id: number; name: string },
): Promise<Done> {
  return transact(services.db, async (tx) => {
    const group = await lockGroup(tx, actor.userId, id);
    const refused = mayManage(actor.userId, group);
    if (refused) throw new Refusal(refused);
    await tx.updateTable('share_group').set({ name }).where('id', '=', id).execute();
    await record(tx, services.hub, actor, {
      name: 'sharegroup_modified',
      audience: await peopleOfGroup(tx, group),
      ids: { group: id },
    });
    await noteGroup(tx, actor, id, 'renamed');
    return {};
  });
}

/** Dissolves the own group: invitations go with it, and everybody sees only their own cases again. */
export async function dissolveGroup(services: Services, actor: Actor, id: number): Promise<Done> {
  return transact(services.db, async (tx) => {
    const group = await lockGroup(tx, actor.userId, id);
    const refused = mayManage(actor.userId, group);
    if (refused) throw new Refusal(refused);
    const people = await peopleOfGroup(tx, group);
    const mates = await peopleAround(tx, [group.owner_id]);
    await tx.deleteFrom('share_group').where('id', '=', id).execute();
    await record(tx, services.hub, actor, {
      name: 'sharegroup_deleted',
      audience: people,
      ids: { group: id },
    });
    await releaseAssignees(tx, services, actor, mates);
    await noteGroup(tx, actor, id, 'dissolved');
    return {};
  });
}

/** One line of the audit log about a group. */
export const noteGroup = (tx: Tx, actor: Actor, id: number, change: string): Promise<void> =>
  audit(tx, actor, { action: 'group_changed', object: { type: 'group', id }, detail: { change } });
