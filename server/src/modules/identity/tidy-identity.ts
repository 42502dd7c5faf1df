import { sql } from 'kysely';
import type { Services } from '../../platform/services.ts';

/** Housekeeping of accounts: removes what has expired. */
export async function tidyIdentity({ db }: Services): Promise<void> {
  await db.deleteFrom('used_human_check').where('expires_at', '<', sql<Date>`now()`).execute();
  await db.deleteFrom('mail_request').where('asked_at', '<', sql<Date>`now() - interval '1 hour'`).execute();
  // Kept for a while after expiry, so that a link used twice gets a helpful answer.
  // Not while their person moves to another region, because both copies are compared.
  await db
    .deleteFrom('mail_token')
    .where('expires_at', '<', sql<Date>`now() - interval '1 day'`)
    .where(
      sql<boolean>`not exists (select from moving_person where moving_person.user_id = mail_token.user_id)
        and not exists (select from region_import where step = 'copying' and circle @> array[mail_token.user_id])`,
    )
    .execute();
  await db.deleteFrom('login_failure').where('last_at', '<', sql<Date>`now() - interval '2 days'`).execute();
  await db.deleteFrom('sign_in_step').where('expires_at', '<', sql<Date>`now()`).execute();
  await db.deleteFrom('arrival_code').where('expires_at', '<', sql<Date>`now()`).execute();
  await db.deleteFrom('passkey_challenge').where('expires_at', '<', sql<Date>`now()`).execute();
  // The browser's cookie has expired by then.
  await db
    .deleteFrom('known_device')
    .where('last_seen_at', '<', sql<Date>`now() - interval '400 days'`)
    .execute();
  await db.deleteFrom('social_flow').where('expires_at', '<', sql<Date>`now()`).execute();
  // Deletes the used tokens too; reuse of such an old one finds no session.
  await db.deleteFrom('session').where('expires_at', '<', sql<Date>`now() - interval '30 days'`).execute();
}
