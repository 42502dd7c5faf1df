import type { UserSettings } from '@cusp/contract/identity';
import type { editSettings as endpoint } from '@cusp/contract/profile';
import { sql } from 'kysely';
import type * as z from 'zod';
import { transact } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { presentSettings } from '../identity/user.present.ts';
import { loadUser } from '../identity/user.sql.ts';

/** Changes own settings; those not named stay as they are. */
export async function editSettings(
  services: Services,
  actor: Actor,
  { _3d_projection: projection, ...switches }: z.output<typeof endpoint.body>,
): Promise<UserSettings> {
  return transact(services.db, async (tx) => {
    await tx
      .updateTable('app_user')
      .set({ ...switches, ...(projection ? { projection } : {}), updated_at: sql`now()` })
      .where('id', '=', actor.userId)
      .execute();
    return presentSettings(await loadUser(tx, actor.userId));
  });
}
