import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { scratchFolder } from '@cusp/local-postgres/scratch-folder';
import { startLocalPostgres } from '@cusp/local-postgres/start';
import { sql } from 'kysely';
import type { TestProject } from 'vitest/node';
import { connect } from '../platform/db/database.ts';
import { prepareRoles } from '../platform/db/open.ts';
import { prepareDatabase } from '../platform/db/prepare.ts';
import { startPooler } from './pooler.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { adminUrl: string; password: string };
    /** Port of a PgBouncer in front of it, with POOLER=1; else null. */
    pooler: number | null;
  }
}

export const TEMPLATE = 'cusp_template';

/** Starts one PostgreSQL for the whole run, with a migrated template database that each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await scratchFolder('cusp-test-');
  const postgres = await startLocalPostgres({ dataDir: folder, fsync: false });
  const password = randomBytes(12).toString('hex');
  const urls = await prepareRoles(postgres.adminUrl, password, TEMPLATE);
  await prepareDatabase(urls, 'us');
  await dropMonthsAhead(urls.owner);
  await cacheCatalog(urls.owner);
  project.provide('postgres', { adminUrl: postgres.adminUrl, password });
  const pooler = process.env.POOLER ? await startPooler(folder, postgres.port, password) : null;
  project.provide('pooler', pooler?.port ?? null);
  return async () => {
    await pooler?.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/**
 * Drops the log partitions of the next two years, which make copying the template much slower. On the last day of a
 * month that of the next is kept, because the run may still be going then.
 */
async function dropMonthsAhead(ownerUrl: string): Promise<void> {
  const { db } = connect(ownerUrl, 1);
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relispartition and relkind = 'r' and relname ~ '_\\d{4}_\\d\\d$'
      and relname !~ to_char((now() + interval '1 day') at time zone 'UTC', '_YYYY_MM$')
  `.execute(db);
  await sql`drop table ${sql.join(rows.map(({ name }) => sql.table(name)))}`.execute(db);
  await db.destroy();
}

/** The first connection stores the catalog that it read; copies of the database then start with it. */
async function cacheCatalog(url: string): Promise<void> {
  const { db } = connect(url, 1);
  await sql`select`.execute(db);
  await db.destroy();
}
