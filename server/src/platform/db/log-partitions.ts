import type { FastifyBaseLogger } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';

const DAY_MS = 24 * 3600 * 1000;

/** Makes the monthly partitions of `event` and `audit_log` for the next 24 months. */
export async function keepLogPartitions({ db, log }: { db: Db; log: FastifyBaseLogger }): Promise<void> {
  const { rows } = await sql<{ tables: string[] }>`select keep_log_partitions() as tables`.execute(db);
  const tables = rows[0]?.tables ?? [];
  if (tables.length > 0)
    log.error({ tables }, 'rows lie in the default partition: is the clock of the database right?');
}

/** Longer than any two clocks differ. */
const tomorrow = () => new Date(Date.now() + DAY_MS);

/**
 * Conditions on `at` that keep reads of `event` and `audit_log` to the partitions they need. Ends given as values let
 * PostgreSQL leave the others out while it plans; the upper one spares the partitions of months to come.
 */
export const happenedInLast = (days: number) =>
  sql<boolean>`at > ${new Date(Date.now() - (days + 1) * DAY_MS)} and at < ${tomorrow()}`;

export const happenedSince = (moment: Date | RawBuilder<Date>) =>
  sql<boolean>`at >= ${moment} and at < ${tomorrow()}`;

/** Nothing happens on a case before it is there. */
export const happenedSinceMaking = (caseId: number) =>
  happenedSince(sql<Date>`(select created_at from dental_case where id = ${caseId})`);
