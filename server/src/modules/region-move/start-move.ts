import { randomUUID } from 'node:crypto';
import type { Proof } from '@cusp/contract/security';
import { sql } from 'kysely';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { otherRegion } from '../../platform/region/signed-request.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { holdPeople } from '../identity/moving-people.ts';
import { proveSelf } from '../security/prove-self.ts';
import { holdGroup } from '../share-groups/share-groups.sql.ts';
import { lostFilesOf, totalsOf } from './files.sql.ts';
import { presentMove } from './moves.present.ts';
import { notifyPeople } from './notify-people.ts';
import { circleFor, problemsHere, problemsOf, refuseFor } from './plan-move.ts';
import { applyToMove, lockMove, type MoveRow } from './source-step.sql.ts';

/**
 * Begins to move a person, or the group that they own, to the region of a country. Problems are reported before the
 * proof is checked, so that no code is used up in vain.
 * @throws Refusal `move_…` for each problem, `region_unreachable` if the other region does not respond.
 */
export async function startMove(
  services: Services,
  actor: Actor,
  { country, proof }: { country: string; proof: Proof },
) {
  const { db, config, storage } = services;
  const circle = await circleFor(db, actor.userId);
  refuseFor(await problemsOf(services, actor, circle, country));
  if ((await lostFilesOf(db, storage, circle)).length > 0) throw new Refusal('move_lost_files');
  await proveSelf(services, actor, proof);
  return inTransaction(services, actor, async (work) => {
    const { tx } = work;
    await holdPeople(tx, circle);
    await holdGroup(tx, actor.userId);
    // The person may have joined a group since, or got a lock or a device; from here on all of these wait.
    refuseFor(await problemsHere(tx, actor, circle));
    // People who joined or left the group since were not checked.
    if (String(await circleFor(tx, actor.userId)) !== String(circle)) throw new Refusal('conflict');
    const id = randomUUID();
    const { cases, files, bytes } = await totalsOf(tx, circle);
    const move = await tx
      .insertInto('region_move')
      .values({
        id,
        asked_by: actor.userId,
        circle,
        group_id: sql<number>`(select id from share_group where owner_id = ${actor.userId})`,
        to_region: otherRegion(config.region),
        country,
        totals: JSON.stringify({ cases, files, bytes }),
        horizon: null,
        frozen_at: null,
        statement: null,
        failure: null,
        committed_at: null,
        arrived_at: null,
        erased_at: null,
        ended_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const people = await tx
      .insertInto('moving_person')
      .values(circle.map((user) => ({ user_id: user, move_id: id })))
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .returning('user_id')
      .execute();
    // Two concurrent clicks, or a member's and the owner's.
    if (people.length < circle.length) throw new Refusal('move_under_way');
    await work.enqueue('region-move', { moveId: id });
    await work.audit({
      action: 'region_move_asked',
      detail: { move: id, to: move.to_region, people: circle },
    });
    await notifyPeople(work, 'region_move_changed', circle);
    return { move: presentMove(services, move) };
  });
}

/** Cancels the move that a person has asked for; `move_too_late` from the commit on. */
export async function cancelMove(services: Services, actor: Actor) {
  return inTransaction(services, actor, async (work) => {
    const asked = await work.tx
      .selectFrom('region_move')
      .select('id')
      .where('asked_by', '=', actor.userId)
      .orderBy('asked_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    const move = asked && (await lockMove(work.tx, asked.id));
    if (!move || move.ended_at) throw new Refusal('not_found');
    const taken = await applyToMove(work.tx, move, { type: 'cancel' });
    if (taken.refused) throw new Refusal('move_too_late');
    await work.audit({ action: 'region_move_steered', detail: { move: move.id, action: 'cancel' } });
    await notifyPeople(work, 'region_move_changed', move.circle);
    return { move: presentMove(services, taken.move as MoveRow) };
  });
}
