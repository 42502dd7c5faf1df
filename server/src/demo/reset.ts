import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { demoAccounts } from '../demo-accounts.ts';
import { type Config, readConfig } from '../platform/config/config.ts';
import { connect } from '../platform/db/database.ts';
import { openDatabase } from '../platform/db/open.ts';
import { prepareDatabase } from '../platform/db/prepare.ts';
import { START_RETRY_MS } from '../platform/db/retry.ts';
import { createLogger, startServices } from '../start-services.ts';
import { isHalfMade, makeDemo, markerOf } from './make.ts';

type Urls = { app: string; owner: string };

/**
 * Removes everything: rows, queues and files.
 * @param forced also if nothing shows that the database is a demo.
 * @throws Error with the reason if the database may contain more than a demo.
 */
export async function emptyDemo(config: Config, urls: Urls, forced: boolean): Promise<void> {
  if (!config.demo) throw new Error('This is not a demo: DEMO=1 is required to remove everything.');
  const owner = connect(urls.owner, 1, { retryMs: START_RETRY_MS });
  try {
    const isDemo =
      config.databaseUrl === null || (await isHalfMade(config)) || (await demoAccounts(owner.db)).length > 0;
    if (!isDemo && !forced) {
      throw new Error(
        'The database that DATABASE_URL names holds no demo practice: DEMO=1 is required to remove everything in it.',
      );
    }
    await sql`drop schema if exists pgboss cascade`.execute(owner.db);
    await sql`drop schema public cascade`.execute(owner.db);
    await sql`create schema public`.execute(owner.db);
  } finally {
    await owner.db.destroy();
  }
  for (const name of ['files', 'outbox']) {
    await rm(join(config.dataDir, name), { recursive: true, force: true });
  }
  await rm(markerOf(config), { force: true });
}

/** `--half-made` resets only an unfinished demo. */
async function reset(): Promise<void> {
  const config = readConfig();
  const onlyHalfMade = process.argv.includes('--half-made');
  if (onlyHalfMade && !(config.demo && (await isHalfMade(config)))) return;
  const log = createLogger('warn');
  const database = await openDatabase(config, log);
  try {
    await emptyDemo(config, database, process.env.DEMO === '1');
    await prepareDatabase(database, config.region);
    const running = await startServices(config, database, log, { work: false });
    const logins = await makeDemo(config, database, running.services);
    await running.close();
    // The calling start prints them itself.
    if (!onlyHalfMade) for (const line of logins) console.info(line);
  } finally {
    await database.stop();
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await reset();
