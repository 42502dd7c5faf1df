import { seal, secretsOf, unsealByAny } from '../../platform/secrets/secret-box.ts';
import type { Services } from '../../platform/services.ts';
import { APP_PURPOSE } from './app-code.ts';
import { RECOVERY_PURPOSE } from './recovery-codes.ts';

/**
 * Seals the secrets of authenticator apps and the keys of recovery codes with the present secret, so that an earlier
 * one can be removed. Rows that change during it are already sealed with it. Returns how many were resealed, and the
 * people of whom one cannot be opened.
 */
export async function resealSecondSteps(
  services: Services,
): Promise<{ resealed: number; unreadable: number[] }> {
  const { db } = services;
  let resealed = 0;
  const unreadable = new Set<number>();
  const reseal = (purpose: string, userId: number, box: Buffer): Buffer | null => {
    const opened = unsealByAny(secretsOf(services), purpose, userId, box);
    if (!opened) unreadable.add(userId);
    if (!opened || opened.secret === services.secret) return null;
    resealed += 1;
    return seal(services.secret, purpose, userId, opened.bytes);
  };
  for (const app of await db.selectFrom('authenticator_app').select(['user_id', 'secret']).execute()) {
    const sealed = reseal(APP_PURPOSE, app.user_id, app.secret);
    if (sealed)
      await db
        .updateTable('authenticator_app')
        .set({ secret: sealed })
        .where('user_id', '=', app.user_id)
        .where('secret', '=', app.secret)
        .execute();
  }
  const sets = await db
    .selectFrom('recovery_code')
    .select(['user_id', 'key'])
    .distinct()
    .where('key', 'is not', null)
    .$narrowType<{ key: Buffer }>()
    .execute();
  for (const { user_id, key } of sets) {
    const sealed = reseal(RECOVERY_PURPOSE, user_id, key);
    if (sealed)
      await db
        .updateTable('recovery_code')
        .set({ key: sealed })
        .where('user_id', '=', user_id)
        .where('key', '=', key)
        .execute();
  }
  return { resealed, unreadable: [...unreadable] };
}
