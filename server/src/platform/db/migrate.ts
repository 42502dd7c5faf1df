import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Kysely, sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import type { Db } from './database.ts';

const FOLDER = join(import.meta.dirname, '../../../migrations');

const provider: MigrationProvider = {
  async getMigrations() {
    const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.ts')).sort();
    const entries = await Promise.all(
      names.map(async (name) => {
        const migration: Migration = await import(pathToFileURL(join(FOLDER, name)).href);
        return [name.replace(/\.ts$/, ''), migration] as const;
      }),
    );
    return Object.fromEntries(entries);
  },
};

/** Brings the schema up to date; several processes may call it at once, one does the work. */
export async function migrate(owner: Db): Promise<string[]> {
  const { error, results } = await new Migrator({
    db: owner as unknown as Kysely<unknown>,
    provider,
  }).migrateToLatest();
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}

/**
 * What the application role may do: everything with rows, nothing with the schema,
 * and the audit log only to be written to and read.
 */
export async function grantToApplication(owner: Db, role: string): Promise<void> {
  const app = sql.id(role);
  await sql`grant usage on schema public to ${app}`.execute(owner);
  await sql`grant select, insert, update, delete on all tables in schema public to ${app}`.execute(owner);
  await sql`grant usage, select on all sequences in schema public to ${app}`.execute(owner);
  await sql`revoke update, delete, truncate on audit_log from ${app}`.execute(owner);
  await sql`revoke insert, update, delete on kysely_migration, kysely_migration_lock from ${app}`.execute(
    owner,
  );
}
