import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../db/database.ts';
import type { Services } from '../services.ts';

/** How far the clock of the other region's database may be ahead before an operator has to correct it, in seconds. */
const MAX_AHEAD_SECONDS = 60;

/**
 * When the other region read something, by the earlier of both clocks: after a stored time in the future, all its later
 * reads would count as older.
 */
export async function readBefore(
  { db, log }: Pick<Services, 'log'> & { db: DbOrTx },
  at: string,
): Promise<string> {
  const { rows } = await sql<{ past: string; ahead: number }>`
    select ${isoText(sql`least(${at}::timestamptz, clock_timestamp())`)} as past,
      extract(epoch from ${at}::timestamptz - clock_timestamp())::float8 as ahead
  `.execute(db);
  const [read] = rows;
  if (!read) throw new Error('a query without a table has one row');
  if (read.ahead > MAX_AHEAD_SECONDS)
    log.error(
      { at, ahead: read.ahead },
      `the clock of the other region's database is ${Math.round(read.ahead)} s ahead of ours`,
    );
  return read.past;
}

/** SQL: a time as text that a database with any `DateStyle` can parse. */
export const isoText = (at: RawBuilder<unknown>) => sql<string>`to_json(${at}) #>> '{}'`;

/** SQL: whether a stored time is in the future, because our clock or an earlier version was wrong; it is ignored. */
export const isFuture = (at: ReturnType<typeof sql.ref>) => sql<boolean>`${at} > clock_timestamp()`;
