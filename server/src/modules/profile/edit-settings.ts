import type { UserSettings } from '@cusp/contract/identity';
import type { editSettings as endpoint } from '@cusp/contract/profile';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { presentSettings } from '../identity/user.present.ts';
import { loadUser } from '../identity/user.sql.ts';
import { noteGuest } from '../share-groups/circles-changed.ts';

/** Changes one's own settings; missing ones are unchanged. */
export async function editSettings(
  services: Services,
  actor: Actor,
  {
    _3d_projection: projection,
    shortcuts,
    inbox_off,
    push_kinds,
    ...switches
  }: z.output<typeof endpoint.body>,
): Promise<UserSettings> {
  return inTransaction(services, actor, async (work) => {
    await work.tx
      .updateTable('app_user')
      .set({
        ...switches,
        ...(projection ? { projection } : {}),
        ...(shortcuts ? { shortcuts: JSON.stringify(shortcuts) } : {}),
        ...(inbox_off ? { inbox_off: [...new Set(inbox_off)] } : {}),
        ...(push_kinds ? { push_kinds: [...new Set(push_kinds)] } : {}),
        updated_at: sql`now()`,
      })
      .where('id', '=', actor.userId)
      .execute();
    await noteGuest(work, actor.userId);
    return presentSettings(await loadUser(work.tx, actor.userId));
  });
}
