import { seal, secretsOf, unsealByAny } from '../../platform/secrets/secret-box.ts';
import type { Services } from '../../platform/services.ts';
import { APP_PURPOSE } from './app-code.ts';

/**
 * Seals the secrets of authenticator apps with the present secret, so that an earlier one can be removed. Rows that
 * change during it are already sealed with it. Returns how many were resealed, and the people whose secret cannot be
 * opened.
 */
export async function resealApps(services: Services): Promise<{ resealed: number; unreadable: number[] }> {
  const { db, secret } = services;
  const outcome = { resealed: 0, unreadable: [] as number[] };
  for (const app of await db.selectFrom('authenticator_app').select(['user_id', 'secret']).execute()) {
    const opened = unsealByAny(secretsOf(services), APP_PURPOSE, app.user_id, app.secret);
    if (!opened) outcome.unreadable.push(app.user_id);
    if (!opened || opened.secret === secret) continue;
    await db
      .updateTable('authenticator_app')
      .set({ secret: seal(secret, APP_PURPOSE, app.user_id, opened.bytes) })
      .where('user_id', '=', app.user_id)
      .where('secret', '=', app.secret)
      .execute();
    outcome.resealed += 1;
  }
  return outcome;
}
