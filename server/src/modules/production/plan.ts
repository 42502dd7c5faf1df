import type { setPlan as endpoint } from '@cusp/contract/production';
import type * as z from 'zod';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { peopleAround } from '../case-access/circle.sql.ts';
import { customersOnline } from '../people/customers-online.sql.ts';
import { practiceOf } from '../privacy/practice.sql.ts';
import { planOf } from './production.sql.ts';

/** The plan of a person's practice. */
export async function showPlan({ db }: Services, { userId }: Actor) {
  const { ownerId, steps, view, version } = await planOf(db, userId);
  return {
    steps: steps.map(({ types, ...step }) => ({ ...step, types: [...types] })) as z.output<
      typeof endpoint.body
    >['steps'],
    view,
    version,
    may_change: ownerId === userId,
  };
}

/** Chooses the plan of one's practice. Of two concurrent changes, the second is refused and shown the first. */
export const setPlan = (
  services: Services,
  actor: Actor,
  { steps, view, version }: z.output<typeof endpoint.body>,
) =>
  inTransaction(services, actor, async (work) => {
    const people = await practiceOf(work.tx, actor);
    const before = await planOf(work.tx, actor.userId);
    const plan = { steps: JSON.stringify(steps), shown: view, version: version + 1 };
    const changed =
      version === 0
        ? await work.tx
            .insertInto('production_plan')
            .values({ owner_id: actor.userId, ...plan })
            .onConflict((conflict) => conflict.doNothing())
            .returning('version')
            .executeTakeFirst()
        : await work.tx
            .updateTable('production_plan')
            .set(plan)
            .where('owner_id', '=', actor.userId)
            .where('version', '=', version)
            .returning('version')
            .executeTakeFirst();
    if (!changed) throw new Refusal('production_changed');
    const isSeen = before.view !== 'nothing' || view !== 'nothing';
    const audience = isSeen ? [...people, ...(await clinicsOnline(work, people))] : people;
    await work.record({ name: 'production_changed', audience: [...new Set(audience)] });
    await work.audit({ action: 'production_changed', detail: { steps: steps.length, view } });
    return { version: changed.version };
  });

/** People with an open page who may be viewing a case that the lab works on. */
async function clinicsOnline({ tx, services }: Work, lab: readonly number[]): Promise<number[]> {
  const authors = await tx
    .selectFrom('dental_case')
    .select('author_id')
    .distinct()
    .where('recipient_id', 'in', [...lab])
    .where('published_at', 'is not', null)
    .execute();
  const clinics = new Set(
    await peopleAround(
      tx,
      authors.map(({ author_id }) => author_id),
    ),
  );
  const online = await customersOnline(tx, services.config.idleMinutes);
  return online.filter((person) => clinics.has(person));
}
