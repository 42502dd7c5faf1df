import { sql } from 'kysely';
import { installJobs, JOBS_SCHEMA } from '../jobs/jobs.ts';
import type { Region } from '../region/region.ts';
import { requireRegion } from '../region/stored-region.ts';
import { connect, type Db } from './database.ts';
import { grantToApplication, isAhead, isMigrated, migrate } from './migrate.ts';
import { roleOf } from './open.ts';
import { START_RETRY_MS } from './retry.ts';

/**
 * Brings schema, queues and rights up to date, as the owner; several processes may do so concurrently. A database
 * prepared by a newer release stays as it is.
 * @throws WrongRegion for a database of another region.
 */
export async function prepareDatabase(
  urls: { app: string; owner: string; direct?: string },
  region: Region,
  rules: { secondStepRequired: boolean } = { secondStepRequired: false },
): Promise<string[]> {
  const owner = connect(urls.owner, 2, { retryMs: START_RETRY_MS });
  try {
    if (await isAhead(owner.db)) {
      await requireRegion(owner.db, region);
      return [];
    }
    const ran = await migrate(owner.db, region);
    await installJobs(urls.owner);
    await storeSecondStepRule(owner.db, rules.secondStepRequired);
    const role = roleOf(urls.app);
    if (role !== roleOf(urls.owner)) {
      await grantToApplication(owner.db, role);
      const schema = sql.id(JOBS_SCHEMA);
      await sql`grant usage on schema ${schema} to ${sql.id(role)}`.execute(owner.db);
      await sql`grant select, insert, update, delete on all tables in schema ${schema} to ${sql.id(role)}`.execute(
        owner.db,
      );
      await sql`grant execute on all functions in schema ${schema} to ${sql.id(role)}`.execute(owner.db);
    }
    await setSettings(urls.direct ?? urls.app);
    return ran;
  } finally {
    await owner.db.destroy();
  }
}

/** The database is not ready for this release; `message` says what to do. */
export class NotMigrated extends Error {}

/**
 * Checks a database that another process migrates.
 * @throws NotMigrated, or WrongRegion for a database of another region.
 */
export async function requirePrepared(url: string, region: Region): Promise<void> {
  const { db } = connect(url, 1, { retryMs: START_RETRY_MS });
  try {
    await requireRegion(db, region);
    if (!(await isMigrated(db)))
      throw new NotMigrated(
        'The database is not ready for this release. Run Cusp with ROLE=migrate and the DATABASE_OWNER_URL first.',
      );
  } finally {
    await db.destroy();
  }
}

const SETTINGS = {
  // Statements are many and short: JIT compilation and parallel workers cost more than they save.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  // Formats of values: the server or the database may have other defaults, which the driver misreads.
  datestyle: 'ISO, YMD',
  timezone: 'UTC',
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  // Locks and retries rely on this level.
  default_transaction_isolation: 'read committed',
};
/** An arbitrary key of an advisory lock, because concurrent changes of the same role fail. */
const SETTINGS_LOCK = 4804;

/**
 * Settings of the serving role, stored with the role because a pooler does not pass on the settings of a connection.
 */
async function setSettings(url: string): Promise<void> {
  const { db } = connect(url, 1, { retryMs: START_RETRY_MS });
  try {
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${SETTINGS_LOCK})`.execute(tx);
      // A setting inherited from the server or the database could change, so it is set explicitly.
      const { rows } = await sql<{ name: string }>`
        select lower(name) as name from pg_settings where source = 'user' and current_setting(name) = ${sql.val(SETTINGS)}::jsonb ->> lower(name)
      `.execute(tx);
      const ours = new Set(rows.map(({ name }) => name));
      for (const [name, value] of Object.entries(SETTINGS).filter(([name]) => !ours.has(name)))
        await sql`alter role current_user set ${sql.id(name)} = ${sql.lit(value)}`.execute(tx);
    });
  } finally {
    await db.destroy();
  }
}

/** The grace period of existing accounts begins with the first start that requires a second step. */
async function storeSecondStepRule(owner: Db, isRequired: boolean): Promise<void> {
  await owner
    .updateTable('deployment')
    .set({ second_step_since: isRequired ? sql<Date>`coalesce(second_step_since, now())` : null })
    .where(sql<boolean>`(second_step_since is not null) <> ${isRequired}`)
    .execute();
}
