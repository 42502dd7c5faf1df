import { sql } from 'kysely';
import type { Services } from '../../platform/services.ts';

/** Forgets sheets that can neither be applied nor undone any more. */
export async function tidySheets({ db }: Services): Promise<void> {
  await db.deleteFrom('sheet_batch').where('expires_at', '<', sql<Date>`now()`).execute();
}
