import type { Done } from '@cusp/contract/wire';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { peopleAround } from '../case-access/circle.sql.ts';
import { endExports } from '../case-access/end-exports.ts';
import { lockPerson } from '../invitations/people.sql.ts';
import { noteCircles } from '../share-groups/circles-changed.ts';
import { noteGroup } from '../share-groups/own-group.ts';
import { peopleOfGroup } from '../share-groups/share-groups.sql.ts';
import { lockOffered, mailAbout, requireFit } from './offer-group.ts';

/**
 * The member to whom the group is offered becomes its owner. The former owner stays in the group as a member, and the
 * visibility of cases does not change. Settings of the practice are transferred; agreements are not, because the new
 * owner has to conclude them.
 */
export async function acceptOffer(services: Services, actor: Actor, id: number): Promise<Done> {
  return inTransaction(services, actor, async (work) => {
    const { tx } = work;
    const { group, offer } = await lockOffered(tx, actor, id);
    const [former, next] = [group.owner_id, actor.userId];
    await requireFit(tx, { owner: former, next });
    const mates = await peopleAround(tx, [former]);
    await tx.deleteFrom('group_member').where('id', '=', offer.id).execute();
    await tx
      .updateTable('group_member')
      .set({ requester_id: next })
      .where('group_id', '=', id)
      .where('requester_id', '=', former)
      .execute();
    await tx.updateTable('share_group').set({ owner_id: next }).where('id', '=', id).execute();
    await addFormer(tx, { id, former, next });
    await handOverSettings(tx, former, next);
    await endExports(work, former);
    await work.record({
      name: 'sharegroup_modified',
      audience: await peopleOfGroup(tx, { id, owner_id: next }),
      ids: { group: id },
    });
    await noteCircles(work, mates);
    await noteGroup(work, id, 'handed over');
    await mailAbout(work, 'group-handed-over', { to: next, from: former, group });
    await mailAbout(work, 'group-offer-accepted', { to: former, from: next, group });
    return {};
  });
}

async function addFormer(
  tx: Tx,
  { id, former, next }: { id: number; former: number; next: number },
): Promise<void> {
  const person = await lockPerson(tx, former);
  await tx
    .insertInto('group_member')
    .values({
      group_id: id,
      user_id: person.id,
      email: person.email,
      email_key: person.email_key,
      requester_id: next,
      status: 'ACCD',
      token_hash: null,
      token_expires_at: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['group_id', 'email_key'])
        .doUpdateSet({ user_id: person.id, status: 'ACCD', token_hash: null, token_expires_at: null }),
    )
    .execute();
}

/** The settings that go with the practice: retention with its announcements, working days, and production steps. */
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
