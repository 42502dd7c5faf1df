import { sql } from 'kysely';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { nameOf } from '../people/person.present.ts';
import { presentFeature } from './features.present.ts';
import { featureOf, lockFeature } from './features.sql.ts';

interface Change {
  option: boolean;
  /** As the person who changes it saw it. */
  version?: number | undefined;
}

/** Turns a feature on or off; no conflict if another user has set the same value. */
export const changeFeature = (services: Services, actor: Actor, id: number, { option, version }: Change) =>
  inTransaction(services, actor, async (work) => {
    found(await lockFeature(work.tx, id));
    const before = found(await featureOf(work.tx, id));
    if (before.option === option) return presentFeature(before);
    if (version !== undefined && version !== before.version)
      throw new Refusal('conflict', { changed_by: nameOf(before.by) });
    await work.tx
      .updateTable('partner_feature')
      .set({
        option,
        version: before.version + 1,
        // Undoing the sheet that last set it must not revert this change.
        batch_id: null,
        updated_by: actor.userId,
        updated_at: sql<Date>`now()`,
      })
      .where('id', '=', id)
      .execute();
    await work.audit({ action: 'feature_changed', object: { type: 'feature', id }, detail: { option } });
    return presentFeature(found(await featureOf(work.tx, id)));
  });
