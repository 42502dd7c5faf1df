import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareDatabase } from '../platform/db/prepare.ts';
import { createUser } from '../testing/factories.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { clearHalfMadeDemo, whileMarked } from './reset.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

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
  await prepareDatabase(t.urls);
  expect(await people()).toBe(0);

  await whileMarked(config, somebody);
  await clearHalfMadeDemo(config, t.urls);
  expect(await people()).toBe(1);
}, 60_000);
