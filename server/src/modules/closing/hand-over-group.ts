import { PAGES } from '@cusp/contract/pages';
import type { Proof } from '@cusp/contract/security';
import type { Done } from '@cusp/contract/wire';
import { fullName } from '@cusp/text/names';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { peopleAround } from '../case-access/circle.sql.ts';
import { lockPerson } from '../invitations/people.sql.ts';
import { proveSelf } from '../security/prove-self.ts';
import { noteCircles } from '../share-groups/circles-changed.ts';
import { noteGroup } from '../share-groups/own-group.ts';
import { mayManage } from '../share-groups/share-groups.policy.ts';
import { lockGroup, peopleOfGroup } from '../share-groups/share-groups.sql.ts';

/**
 * Makes a member the owner. The former owner stays in the group as a member; who sees which cases does not change. What the
 * practice has chosen goes along; agreements do not, because the new owner has to conclude them.
 */
export async function handOverGroup(
  services: Services,
  actor: Actor,
  { id, member, proof }: { id: number; member: number; proof: Proof },
): Promise<Done> {
  await inTransaction(services, actor, async ({ tx }) => {
    const refused = mayManage(actor.userId, await lockGroup(tx, actor.userId, id));
    if (refused) throw new Refusal(refused);
  });
  await proveSelf(services, actor, proof);
  return inTransaction(services, actor, async (work) => {
    const { tx } = work;
    const group = await lockGroup(tx, actor.userId, id);
    const refused = mayManage(actor.userId, group);
    if (refused) throw new Refusal(refused);
    const { user_id } = found(
      await tx
        .selectFrom('group_member')
        .select('user_id')
        .where('id', '=', member)
        .where('group_id', '=', id)
        .where('status', '=', 'ACCD')
        .forUpdate()
        .executeTakeFirst(),
    );
    const next = found(user_id);
    // In the order of their ids, as two owners could hand over to each other.
    for (const person of [actor.userId, next].toSorted((one, other) => one - other))
      await tx.selectFrom('app_user').select('id').where('id', '=', person).forNoKeyUpdate().execute();
    await requireFit(tx, [actor.userId, next], next);
    const mates = await peopleAround(tx, [actor.userId]);
    const former = await lockPerson(tx, actor.userId);
    await tx.deleteFrom('group_member').where('id', '=', member).execute();
    await tx
      .updateTable('group_member')
      .set({ requester_id: next })
      .where('group_id', '=', id)
      .where('requester_id', '=', actor.userId)
      .execute();
    await tx.updateTable('share_group').set({ owner_id: next }).where('id', '=', id).execute();
    await tx
      .insertInto('group_member')
      .values({
        group_id: id,
        user_id: former.id,
        email: former.email,
        email_key: former.email_key,
        requester_id: next,
        status: 'ACCD',
        token_hash: null,
        token_expires_at: null,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['group_id', 'email_key'])
          .doUpdateSet({ user_id: former.id, status: 'ACCD', token_hash: null, token_expires_at: null }),
      )
      .execute();
    await handOverSettings(tx, actor.userId, next);
    await work.record({
      name: 'sharegroup_modified',
      audience: await peopleOfGroup(tx, { id, owner_id: next }),
      ids: { group: id },
    });
    await noteCircles(work, mates);
    await noteGroup(work, id, 'handed over');
    const owner = await lockPerson(tx, next);
    await work.enqueue('mail', {
      template: 'group-handed-over',
      to: owner.email,
      userId: owner.id,
      language: owner.language,
      brand: owner.brand,
      params: {
        name: owner.first_name,
        who: fullName(former.first_name, former.last_name) || former.email,
        group: group.name,
        link: PAGES.groups,
      },
    });
    return {};
  });
}

/** Refuses a new owner who cannot act, and changes while the practice moves to another region. */
async function requireFit(tx: Tx, both: readonly number[], next: number): Promise<void> {
  const fit = await tx
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', next)
    .where('presence', '=', 'home')
    .where('activated_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('blocked_at', 'is', null)
    .where('closes_at', 'is', null)
    .executeTakeFirst();
  if (!fit) throw new Refusal('member_cannot_own');
  const moving = await tx
    .selectFrom('moving_person')
    .innerJoin('region_move', 'region_move.id', 'move_id')
    .select('user_id')
    .where('user_id', 'in', both)
    .where('step', 'not in', ['arrived', 'erased', 'cancelled', 'failed'])
    .executeTakeFirst();
  if (moving) throw new Refusal('moving');
}

/** How long cases are kept with what was announced, when the practice works, and its steps of work. */
async function handOverSettings(tx: Tx, former: number, next: number): Promise<void> {
  await sql`
    update app_user as next set
      retention_months = former.retention_months, retention_version = next.retention_version + 1,
      work_calendar = former.work_calendar, work_calendar_version = next.work_calendar_version + 1
    from app_user as former where next.id = ${next} and former.id = ${former}
  `.execute(tx);
  await tx.deleteFrom('case_retention').where('practice_id', '=', next).execute();
  await tx
    .updateTable('case_retention')
    .set({ practice_id: next })
    .where('practice_id', '=', former)
    .execute();
  await tx.deleteFrom('production_plan').where('owner_id', '=', next).execute();
  await tx.updateTable('production_plan').set({ owner_id: next }).where('owner_id', '=', former).execute();
}
