import type { FastifyBaseLogger } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';

const DAY_MS = 24 * 3600 * 1000;

/**
 * Creates the monthly partitions of `event` and `audit_log` for the next 24 months; logs tables with rows outside them.
 */
export async function keepLogPartitions({ db, log }: { db: Db; log: FastifyBaseLogger }): Promise<void> {
  const { rows } = await sql<{ tables: string[] }>`select keep_log_partitions() as tables`.execute(db);
  const tables = rows[0]?.tables ?? [];
  if (tables.length > 0)
    log.error({ tables }, 'rows lie in the default partition: is the clock of the database right?');
}

/** A margin larger than any difference between two clocks. */
const tomorrow = () => new Date(Date.now() + DAY_MS);

/**
 * Conditions on `at` that limit reads of `event` and `audit_log` to the partitions they need. Bounds given as literals
 * let PostgreSQL exclude the others while planning; the upper bound excludes the partitions of future months.
 */
export const happenedInLast = (days: number) =>
  sql<boolean>`at > ${new Date(Date.now() - (days + 1) * DAY_MS)} and at < ${tomorrow()}`;

export const happenedSince = (moment: Date | RawBuilder<Date>) =>
  sql<boolean>`at >= ${moment} and at < ${tomorrow()}`;

/** A case has no events from before it was created. */
export const happenedSinceMaking = (caseId: number) =>
  happenedSince(sql<Date>`(select created_at from dental_case where id = ${caseId})`);
