import type { Language } from '@cusp/contract/wire';
import { sql } from 'kysely';
import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { noteGuest } from '../share-groups/circles-changed.ts';

/** Stores the person's language; their mails use it, on every device. */
export async function keepLanguage(services: Services, actor: Actor, language: Language): Promise<void> {
  await inTransaction(services, actor, async (work) => {
    await work.tx
      .updateTable('app_user')
      .set({ language, updated_at: sql`now()` })
      .where('id', '=', actor.userId)
      .execute();
    await noteGuest(work, actor.userId);
  });
}
