import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../platform/config/config.ts';
import { connect } from '../platform/db/database.ts';
import { START_RETRY_MS } from '../platform/db/retry.ts';
import type { Services } from '../platform/services.ts';
import { seedDemoOnce } from './seed.ts';

/** Marker file of an unfinished demo; scripts/lib/demo.mjs also looks for it. */
export const markerOf = (config: Config) => join(config.dataDir, 'demo-in-the-making');

/** Identifies the database of the marker. */
function databaseOf({ databaseUrl }: Config): string {
  if (!databaseUrl) return 'embedded';
  const { host, pathname } = new URL(databaseUrl);
  return host + pathname;
}

/** Whether the demo of this database was begun and not finished. */
export async function isHalfMade(config: Config): Promise<boolean> {
  return (await readFile(markerOf(config), 'utf8').catch(() => null)) === databaseOf(config);
}

/** Runs `make` with a marker that an interruption leaves behind; only for work that begins with an empty database. */
export async function whileMarked(config: Config, make: () => Promise<void>): Promise<void> {
  await writeFile(markerOf(config), databaseOf(config));
  await make();
  await rm(markerOf(config), { force: true });
}

/**
 * Creates the demo practice in an empty database, over its own connections with retries; returns the lines with its
 * logins.
 */
export async function makeDemo(config: Config, urls: { app: string }, services: Services): Promise<string[]> {
  if (await isHalfMade(config)) {
    throw new Error('The demo practice was not finished. Make it again with: npm run demo:reset');
  }
  const { db } = connect(urls.app, config.databasePoolSize, {
    keepsPlans: config.databaseKeepsPlans,
    retryMs: START_RETRY_MS,
  });
  try {
    return await seedDemoOnce({ ...services, db }, (make) => whileMarked(config, make));
  } finally {
    await db.destroy();
  }
}
