import { expect, test } from 'vitest';
import { emailOf } from '../demo-accounts.ts';
import type { Config } from '../platform/config/config.ts';
import { prepareDatabase } from '../platform/db/prepare.ts';
import { createUser } from '../testing/factories.ts';
import { openTestApp } from '../testing/test-app.ts';
import { isHalfMade, makeDemo, whileMarked } from './make.ts';
import { emptyDemo } from './reset.ts';

const t = await openTestApp();

const people = async () => (await t.services.db.selectFrom('app_user').select('id').execute()).length;
const somebody = async () => {
  await createUser(t.services);
};
/** As if DATABASE_URL named this database. */
const config = { ...t.services.config, databaseUrl: t.urls.app };
const empty = async (more: Partial<Config> = {}, forced = false) => {
  await emptyDemo({ ...config, ...more }, t.urls, forced);
  await prepareDatabase(t.urls, 'us');
};

test('reset refuses with DEMO=0 and for a database of real people, unless DEMO=1 is set', async () => {
  await somebody();
  const before = await people();
  await expect(empty({ demo: false }, true)).rejects.toThrow('DEMO=1 is required to remove everything.');
  await expect(empty()).rejects.toThrow('holds no demo practice');
  expect(await people()).toBe(before);
  await empty({}, true);
  expect(await people()).toBe(0);
}, 60_000);

test('reset empties the built-in database, and one with the demo practice', async () => {
  await somebody();
  await empty({ databaseUrl: null });
  expect(await people()).toBe(0);
  await createUser(t.services, { email: emailOf('anna.berg') });
  await empty();
  expect(await people()).toBe(0);
}, 60_000);

test('an interrupted demo is refused by a start and emptied by the reset', async () => {
  const broken = whileMarked(config, async () => {
    await somebody();
    throw new Error('timeout exceeded when trying to connect');
  });
  await expect(broken).rejects.toThrow('timeout');
  await expect(makeDemo(config, t.urls, t.services)).rejects.toThrow('npm run demo:reset');
  expect(await isHalfMade({ ...config, databaseUrl: 'postgres://elsewhere/cusp' })).toBe(false);
  await empty();
  expect(await people()).toBe(0);
  expect(await isHalfMade(config)).toBe(false);

  await whileMarked(config, somebody);
  expect(await isHalfMade(config)).toBe(false);
  await expect(empty()).rejects.toThrow('holds no demo practice');
  expect(await people()).toBe(1);
}, 60_000);
