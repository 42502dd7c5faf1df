import { expect, test } from 'vitest';
import { prepareDatabase } from '../platform/db/prepare.ts';
import { createUser } from '../testing/factories.ts';
import { openTestApp } from '../testing/test-app.ts';
import { clearHalfMadeDemo, whileMarked } from './reset.ts';

const t = await openTestApp();

const people = async () => (await t.services.db.selectFrom('app_user').select('id').execute()).length;
const somebody = async () => {
  await createUser(t.services);
};

test('a demo that broke off half-way is thrown away by the next start; one that was made stays', async () => {
  const { config } = t.services;
  const broken = whileMarked(config, async () => {
    await somebody();
    throw new Error('timeout exceeded when trying to connect');
  });
  await expect(broken).rejects.toThrow('timeout');
  expect(await people()).toBe(1);

  await clearHalfMadeDemo({ ...config, databaseUrl: 'postgres://elsewhere/cusp' }, t.urls);
  expect(await people()).toBe(1);
  await clearHalfMadeDemo(config, t.urls);
  await prepareDatabase(t.urls, 'us');
  expect(await people()).toBe(0);

  await whileMarked(config, somebody);
  await clearHalfMadeDemo(config, t.urls);
  expect(await people()).toBe(1);
}, 60_000);
