import { sql } from 'kysely';
import type { Services } from '../../platform/services.ts';

/** Removes registrations that were never confirmed and whose links have expired. */
export async function tidyDevices({ db }: Services): Promise<void> {
  await db
    .deleteFrom('device_registration')
    .where('confirmed_at', 'is', null)
    .where(sql`coalesce(mailed_at, created_at)`, '<', sql<Date>`now() - interval '14 days'`)
    .execute();
}
