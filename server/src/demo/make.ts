import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../platform/config/config.ts';
import { connect } from '../platform/db/database.ts';
import { START_RETRY_MS } from '../platform/db/retry.ts';
import type { Services } from '../platform/services.ts';
import { seedDemoOnce } from './seed.ts';

/** scripts/lib/demo.mjs looks for it too. */
export const markerOf = (config: Config) => join(config.dataDir, 'demo-in-the-making');

/** Which database the marker means. */
function databaseOf({ databaseUrl }: Config): string {
  if (!databaseUrl) return 'embedded';
  const { host, pathname } = new URL(databaseUrl);
  return host + pathname;
}

/** Whether the demo of this database was begun, in an empty one, and not finished. */
export async function isHalfMade(config: Config): Promise<boolean> {
  return (await readFile(markerOf(config), 'utf8').catch(() => null)) === databaseOf(config);
}

/** Runs `make` so that an interruption is noticed afterwards: only for what begins with an empty database. */
export async function whileMarked(config: Config, make: () => Promise<void>): Promise<void> {
  await writeFile(markerOf(config), databaseOf(config));
  await make();
  await rm(markerOf(config), { force: true });
}

/**
 * Makes the demo practice in an empty database, over connections of its own that are waited for; gives the lines that
 * tell its logins.
 */
export async function makeDemo(config: Config, urls: { app: string }, services: Services): Promise<string[]> {
  if (await isHalfMade(config)) {
    throw new Error('The demo practice was left half made. Make it anew with: npm run demo:reset');
  }
  const { db } = connect(urls.app, config.databasePoolSize, { retryMs: START_RETRY_MS });
  try {
    return await seedDemoOnce({ ...services, db }, (make) => whileMarked(config, make));
  } finally {
    await db.destroy();
  }
}
