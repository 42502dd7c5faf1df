import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/** Everybody who is signed in as a customer now; other people cannot have a page open that would follow. */
export async function customersOnline(tx: Tx, idleMinutes: number): Promise<number[]> {
  const online = await tx
    .selectFrom('session')
    .select('user_id')
    .distinct()
    .where('kind', '=', 'customer')
    .where('ended_at', 'is', null)
    .where('last_used_at', '>', sql<Date>`now() - make_interval(mins => ${idleMinutes + 1})`)
    .execute();
  return online.map(({ user_id }) => user_id);
}
