import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { scratchFolder } from '@cusp/local-postgres/scratch-folder';
import { startLocalPostgres } from '@cusp/local-postgres/start';
import type { TestProject } from 'vitest/node';
import { prepareRoles } from '../platform/db/open.ts';
import { prepareDatabase } from '../platform/db/prepare.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { adminUrl: string; password: string };
  }
}

export const TEMPLATE = 'cusp_template';

/** One real PostgreSQL for the whole run, with a migrated database that each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await scratchFolder('cusp-test-');
  const postgres = await startLocalPostgres({ dataDir: folder, fsync: false });
  const password = randomBytes(12).toString('hex');
  await prepareDatabase(await prepareRoles(postgres.adminUrl, password, TEMPLATE), 'us');
  project.provide('postgres', { adminUrl: postgres.adminUrl, password });
  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
