import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Kysely, sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import { REGION_ORDINAL, type Region } from '../region/region.ts';
import { requireRegion } from '../region/stored-region.ts';
import type { Db, DbOrTx } from './database.ts';

const FOLDER = join(import.meta.dirname, '../../../migrations');

const migrationNames = async (): Promise<string[]> =>
  (await readdir(FOLDER))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => name.slice(0, -'.ts'.length))
    .sort();

/** A file of the migrations folder; `idStart` is the first id of the identity columns that it creates. */
interface MigrationFile {
  up(db: Kysely<unknown>, context: { idStart: number }): Promise<void>;
}

/**
 * Runs the migrations of a region. Migrations get the differences between deployments as arguments and not from the
 * environment.
 */
export function migratorFor(owner: Db, region: Region): Migrator {
  const context = { idStart: REGION_ORDINAL[region] };
  const provider: MigrationProvider = {
    async getMigrations() {
      const entries = await Promise.all(
        (await migrationNames()).map(async (name) => {
          const file: MigrationFile = await import(pathToFileURL(join(FOLDER, `${name}.ts`)).href);
          const migration: Migration = { up: (db) => file.up(db, context) };
          return [name, migration] as const;
        }),
      );
      return Object.fromEntries(entries);
    },
  };
  return new Migrator({ db: owner as unknown as Kysely<unknown>, provider });
}

/**
 * Migrates the schema and returns the names of the migrations that ran. Several processes may call it concurrently; one
 * does the work.
 * @throws WrongRegion for a database of another region, before anything is changed.
 */
export async function migrate(owner: Db, region: Region): Promise<string[]> {
  await requireRegion(owner, region);
  const { error, results } = await migratorFor(owner, region).migrateToLatest();
  if (error) throw error;
  // Another process may have assigned an empty database to its region in the meantime.
  await requireRegion(owner, region);
  return (results ?? []).map((result) => result.migrationName);
}

/**
 * Whether a newer release has prepared the database: it has all migrations of this one, and others after them. The
 * tables that a release uses are kept until the one after it, so this one can serve
 * (`docs/decisions/203-rolling-updates.md`).
 */
export async function isAhead(owner: Db): Promise<boolean> {
  const newest = (await migrationNames()).at(-1) ?? '';
  return (await isMigrated(owner)) && [...(await ranIn(owner))].some((name) => name > newest);
}

/** Whether a database has all migrations of this release. */
export async function isMigrated(db: Db): Promise<boolean> {
  const ran = await ranIn(db);
  return (await migrationNames()).every((name) => ran.has(name));
}

async function ranIn(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ made: boolean }>`
    select to_regclass('public.kysely_migration') is not null as made
  `.execute(db);
  if (!rows[0]?.made) return new Set();
  const ran = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return new Set(ran.rows.map(({ name }) => name));
}

/** Key of an advisory lock, an arbitrary number: concurrent grants of two processes would fail. */
const GRANTS_LOCK = 4802;

/**
 * Grants the application role all rights on rows and none on the schema. It may only append to and read the audit log,
 * and only read the region. Partitions have no rights of their own and are reached through their parent table: rights
 * on a partition would allow changing a month of the audit log.
 */
export async function grantToApplication(owner: Db, role: string): Promise<void> {
  const app = sql.id(role);
  await owner.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${GRANTS_LOCK})`.execute(tx);
    const { tables, partitions } = await tablesIn(tx);
    await sql`grant usage on schema public to ${app}`.execute(tx);
    await sql`grant select, insert, update, delete on ${tables} to ${app}`.execute(tx);
    await sql`revoke all on ${partitions} from ${app}`.execute(tx);
    await sql`grant usage, select on all sequences in schema public to ${app}`.execute(tx);
    await sql`revoke update, delete, truncate on audit_log from ${app}`.execute(tx);
    await sql`revoke insert, update, delete on deployment, kysely_migration, kysely_migration_lock from ${app}`.execute(
      tx,
    );
    await sql`grant execute on function keep_log_partitions(), continue_ids() to ${app}`.execute(tx);
  });
}

async function tablesIn(db: DbOrTx) {
  const { rows } = await sql<{ name: string; isPartition: boolean }>`
    select relname as name, relispartition as "isPartition" from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
  `.execute(db);
  const listOf = (isPartition: boolean) =>
    sql.join(rows.filter((row) => row.isPartition === isPartition).map(({ name }) => sql.table(name)));
  return { tables: listOf(false), partitions: listOf(true) };
}
