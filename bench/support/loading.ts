import { sql } from 'kysely';
import type { Db } from '../../server/src/platform/db/database.ts';

/**
 * Drops the non-unique indexes of these tables, which makes loading millions of rows faster. `db` has one connection,
 * of the superuser. The returned function rebuilds them.
 */
export async function dropIndexes(db: Db, tables: readonly string[]): Promise<() => Promise<void>> {
  const run = (text: string) => sql.raw(text).execute(db);
  for (const setting of ["maintenance_work_mem = '512MB'", 'synchronous_commit = off', "work_mem = '256MB'"])
    await run(`set ${setting}`);
  await run(`alter system set max_wal_size = '8GB'`);
  await run('select pg_reload_conf()');
  const { rows: indexes } = await sql<{ name: string; built: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as built from pg_index
    where indrelid = any(${[...tables]}::text[]::regclass[]) and not indisunique
  `.execute(db);
  for (const { name } of indexes) await run(`drop index ${name}`);
  return async () => {
    for (const { built } of indexes) await run(built);
  };
}
