import { regionOfCountry } from '@cusp/contract/storage-region';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { demoAccounts, emailOf } from '../demo-accounts.ts';
import { createTestApp, openTestApp } from '../testing/test-app.ts';
import type { Cast } from './cast.ts';
import { CAST } from './people.ts';
import { EU_CAST } from './people-eu.ts';
import { US_CAST } from './people-us.ts';
import { seedDemoOnce } from './seed.ts';

const t = await openTestApp();
await seedDemoOnce(t.services);

test('about sixty cases in all statuses, with files, comments and dates in the past', async () => {
  const cases = await t.services.db
    .selectFrom('dental_case')
    .select(['status', 'file_count', 'comment_count', 'published_at', 'updated_at'])
    .execute();
  expect(cases).toHaveLength(60);
  const statuses = new Set(cases.map(({ status }) => status));
  for (const status of ['PROC', 'COMP', 'REOP', 'CLSD']) expect(statuses).toContain(status);
  expect(statuses.has('OPEN') || statuses.has('READ')).toBe(true);
  expect(cases.every(({ file_count }) => file_count >= 3)).toBe(true);
  expect(cases.some(({ comment_count }) => comment_count > 0)).toBe(true);
  const now = Date.now();
  expect(cases.every(({ updated_at }) => updated_at.getTime() <= now)).toBe(true);
});

test('no file is empty, and equal scans have equal checksums', async () => {
  const files = await t.services.db.selectFrom('case_file').select(['filename', 'size', 'sha256']).execute();
  expect(files.every(({ size }) => size > 0)).toBe(true);
  expect(new Set(files.map(({ sha256 }) => sha256)).size).toBeLessThan(files.length);
});

test('all people of the demo exist, and seeding again creates nobody twice', async () => {
  const again = await seedDemoOnce(t.services);
  expect(again.length).toBeGreaterThan(1);
  const people = await t.services.db.selectFrom('app_user').select('email').execute();
  expect(people.map(({ email }) => email).toSorted()).toEqual(
    CAST.people.map(({ key }) => emailOf(key)).toSorted(),
  );
});

test('creating the past sends no mail', async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job where name = 'mail'
  `.execute(t.services.db);
  expect(rows[0]?.count).toBe(0);
});

test('clinics have confirmed scanners of the rental manager, and their cases name them', async () => {
  const named = await t.services.db
    .selectFrom('dental_case')
    .innerJoin('device', 'device.id', 'dental_case.device_id')
    .innerJoin('app_user as manager', 'manager.id', 'device.rental_manager_id')
    .select(['device.serial_no', 'manager.is_device_rental_manager'])
    .distinct()
    .orderBy('device.serial_no')
    .execute();
  expect(named).toEqual([
    { serial_no: 'RC-2401', is_device_rental_manager: true },
    { serial_no: 'RC-2402', is_device_rental_manager: true },
  ]);
  const features = await t.services.db.selectFrom('partner_feature').select('option').execute();
  expect(features).toHaveLength(3);
});

test('the European one of two regions has people of its own, with staff who need no second step', async () => {
  const eu = await createTestApp({ config: { region: 'eu', otherRegionUrl: 'https://us.cusp.example' } });
  try {
    const lines = await seedDemoOnce(eu.services);
    expect(lines.join('\n')).toContain('katrin.vogel@eu.cusp.example    Zahnarztpraxis Dr. Vogel: dentist');
    const people = await eu.services.db.selectFrom('app_user').select(['id', 'email']).execute();
    const taken = new Set(CAST.people.map(({ key }) => emailOf(key)));
    expect(people.filter(({ email }) => taken.has(email))).toEqual([]);
    expect(await demoAccounts(eu.services.db)).toHaveLength(people.length);
    const cases = await eu.services.db.selectFrom('dental_case').select('id').execute();
    expect(cases).toHaveLength(30);
    const staff = people.find(({ email }) => email === emailOf('sven.staff'));
    const client = await eu.asStaff({ id: staff?.id ?? 0 });
    expect((await client.get('/v1/cs/users/')).statusCode).toBe(200);
  } finally {
    await eu.close();
  }
}, 60_000);

test('everybody of the demo of two regions lives in a country whose data is kept there', () => {
  const regions = ({ people }: Cast) => [...new Set(people.map(({ country }) => regionOfCountry(country)))];
  expect([US_CAST, EU_CAST].map(regions)).toEqual([['US'], ['EU']]);
});
