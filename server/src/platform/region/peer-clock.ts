import { sql } from 'kysely';
import type { DbOrTx } from '../db/database.ts';
import { Refusal } from '../http/refusal.ts';
import type { Services } from '../services.ts';

/** How far the clock of the other region's database may be ahead, in seconds. */
const MOST_AHEAD_SECONDS = 60;

/** The other region learns the reason, because a wrong clock is fixed by people. */
export class PeerClockAhead extends Refusal {
  readonly reason: string;
  constructor(seconds: number) {
    super('region_unreachable');
    this.reason = `its database's clock is ${Math.round(seconds)} s ahead of ours`;
  }
}

/**
 * Refuses what the other region read at a time that has not come yet: stored with that time, everything it reads later would
 * count as older.
 * @throws PeerClockAhead
 */
export async function requirePast({ log }: Pick<Services, 'log'>, db: DbOrTx, at: string): Promise<void> {
  const { rows } = await sql<{ ahead: number }>`
    select extract(epoch from ${at}::timestamptz - clock_timestamp())::float8 as ahead
  `.execute(db);
  const ahead = rows[0]?.ahead ?? 0;
  if (ahead <= MOST_AHEAD_SECONDS) return;
  const refused = new PeerClockAhead(ahead);
  log.error({ at, ahead }, `what the other region states of its people is refused: ${refused.reason}`);
  throw refused;
}

/** SQL: whether a time of the other region is none that `requirePast` lets through; counts as unknown. */
export const isFuture = (at: ReturnType<typeof sql.ref>) =>
  sql<boolean>`${at} > now() + make_interval(secs => ${MOST_AHEAD_SECONDS})`;
