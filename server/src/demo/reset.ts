import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { type Config, readConfig } from '../platform/config/config.ts';
import { connect } from '../platform/db/database.ts';
import { openDatabase } from '../platform/db/open.ts';
import { START_PATIENCE_MS } from '../platform/db/patience.ts';
import { prepareDatabase } from '../platform/db/prepare.ts';
import type { Services } from '../platform/services.ts';
import { createLogger, startServices } from '../services.ts';
import { seedDemoOnce } from './seed.ts';

type Urls = { app: string; owner: string };

const markerOf = (config: Config) => join(config.dataDir, 'demo-in-the-making');

/** Which database the marker speaks of: nothing is ever emptied but that one. */
function databaseOf({ databaseUrl }: Config): string {
  if (!databaseUrl) return 'embedded';
  const { host, pathname } = new URL(databaseUrl);
  return host + pathname;
}

/** Throws everything away: rows, queues and files. */
async function empty(config: Config, urls: Urls): Promise<void> {
  const owner = connect(urls.owner, 1, { patienceMs: START_PATIENCE_MS });
  try {
    await sql`drop schema if exists pgboss cascade`.execute(owner.db);
    await sql`drop schema public cascade`.execute(owner.db);
    await sql`create schema public`.execute(owner.db);
  } finally {
    await owner.db.destroy();
  }
  for (const folder of ['files', 'outbox']) {
    await rm(join(config.dataDir, folder), { recursive: true, force: true });
  }
}

/** Empties a database whose demo was being made when the process was killed. */
export async function clearHalfMadeDemo(config: Config, urls: Urls): Promise<void> {
  const marked = await readFile(markerOf(config), 'utf8').catch(() => null);
  if (marked === databaseOf(config)) await empty(config, urls);
}

/**
 * Runs `make` so that the next start knows when it did not come to its end, and empties the database then:
 * only for what begins with an empty one.
 */
export async function whileMarked(config: Config, make: () => Promise<void>): Promise<void> {
  await writeFile(markerOf(config), databaseOf(config));
  await make();
  await rm(markerOf(config), { force: true });
}

/** The demo practice in an empty database, made over connections of its own that are waited for. */
export async function makeDemo(
  config: Config,
  urls: Urls,
  services: Services,
): Promise<{ logins: string[] }> {
  const { db } = connect(urls.app, config.databasePoolSize, { patienceMs: START_PATIENCE_MS });
  try {
    return await seedDemoOnce({ ...services, db }, (make) => whileMarked(config, make));
  } finally {
    await db.destroy();
  }
}

async function reset(): Promise<void> {
  const config = readConfig();
  const log = createLogger('warn');
  if (!config.demo) throw new Error('This is not a demo: DEMO=1 is needed to throw everything away.');
  const database = await openDatabase(config, log);
  try {
    await empty(config, database);
    await prepareDatabase(database, config.region);
    const running = await startServices(config, database, log, { work: false });
    const demo = await makeDemo(config, database, running.services);
    await running.close();
    for (const line of demo.logins) console.info(line);
  } finally {
    await database.stop();
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await reset();
