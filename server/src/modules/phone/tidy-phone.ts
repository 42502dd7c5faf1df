import { sql } from 'kysely';
import type { Services } from '../../platform/services.ts';

/** Codes are kept as long as the daily limit needs them. */
export async function tidyPhone({ db }: Services): Promise<void> {
  await db
    .deleteFrom('phone_code')
    .where('created_at', '<', sql<Date>`now() - interval '25 hours'`)
    .execute();
}
