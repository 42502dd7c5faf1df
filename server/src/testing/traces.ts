import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { TestApp } from './test-app.ts';

/** Columns of all tables that can contain texts, as `table.column`; and files whose bytes or names contain the text. */
export async function tracesOf(t: TestApp, marker: string): Promise<string[]> {
  const { db, config } = t.services;
  const { rows: columns } = await sql<{ schema: string; table: string; name: string }>`
    select nspname as schema, relname as table, attname as name
    from pg_attribute join pg_class on pg_class.oid = attrelid join pg_namespace on pg_namespace.oid = relnamespace
    where nspname in ('public', 'pgboss') and relkind in ('r', 'p') and not relispartition
      and attnum > 0 and not attisdropped
      and format_type(atttypid, null) ~ '^(text|json|jsonb|character varying|bytea)'
  `.execute(db);
  const found: string[] = [];
  for (const { schema, table, name } of columns) {
    const { rows } = await sql`
      select from ${sql.table(`${schema}.${table}`)} where ${sql.ref(name)}::text ilike ${`%${marker}%`} limit 1
    `.execute(db);
    if (rows.length > 0) found.push(`${table}.${name}`);
  }
  const folder = join(config.dataDir, 'files');
  for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name);
    if (file.name.includes(marker) || (file.isFile() && (await readFile(path)).includes(marker)))
      found.push(path);
  }
  return found;
}
