import { readUdi } from '@cusp/dental/udi/read-udi';
import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';

/** Removes the features of these UDIs; those without a feature are left out. */
export const removeFeatures = (services: Services, actor: Actor, udis: readonly string[]) =>
  inTransaction(services, actor, async (work) => {
    const keys = udis.flatMap((udi) => {
      const read = readUdi(udi);
      return typeof read === 'string' ? [] : [read.key];
    });
    if (keys.length === 0) return { deleted: 0 };
    const removed = await work.tx
      .deleteFrom('partner_feature')
      .where('udi_key', 'in', keys)
      .returning('id')
      .execute();
    if (removed.length > 0)
      await work.audit({ action: 'features_deleted', detail: { ids: removed.map(({ id }) => id) } });
    return { deleted: removed.length };
  });
