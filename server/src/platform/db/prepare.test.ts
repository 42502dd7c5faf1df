import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestApp } from '../../testing/test-app.ts';
import { readConfig } from '../config/config.ts';
import { connect } from './database.ts';

const t = await openTestApp();
await t.services.db
  .insertInto('audit_log')
  .values({
    action: 'case_read',
    user_id: 1,
    acting_for: null,
    session_id: null,
    object_type: null,
    object_id: null,
    case_id: null,
    request_id: null,
    detail: '{}',
  })
  .execute();

test('the application role cannot change or empty the audit log', async () => {
  const { db } = t.services;
  await expect(sql`update audit_log set user_id = 2`.execute(db)).rejects.toThrow(/permission denied/);
  await expect(sql`delete from audit_log`.execute(db)).rejects.toThrow(/permission denied/);
  await expect(sql`truncate audit_log`.execute(db)).rejects.toThrow(/permission denied/);
});

test('the owner of the tables cannot change the audit log either', async () => {
  const owner = connect(t.urls.owner, 1);
  await expect(sql`update audit_log set user_id = 2`.execute(owner.db)).rejects.toThrow(/append only/);
  await expect(sql`delete from audit_log`.execute(owner.db)).rejects.toThrow(/append only/);
  await owner.db.destroy();
});

test('the application role cannot change the schema', async () => {
  await expect(sql`create table x (id int)`.execute(t.services.db)).rejects.toThrow(/permission denied/);
  await expect(sql`drop table app_user`.execute(t.services.db)).rejects.toThrow(/must be owner/);
});

test('identity columns of the default region start at 1 and step by 16', async () => {
  const rows = await t.services.db.selectFrom('audit_log').select('id').execute();
  expect(rows.every(({ id }) => id % 16 === 1)).toBe(true);
});

test('settings are those of the serving role, so that a pooler need not pass them on', async () => {
  const { rows } = await sql<{ name: string; value: string; source: string }>`
    select name, setting as value, source from pg_settings where name in ('jit', 'max_parallel_workers_per_gather')
  `.execute(t.services.db);
  expect(rows.map(({ name, value, source }) => `${name} ${value} ${source}`).toSorted()).toEqual([
    'jit off user',
    'max_parallel_workers_per_gather 0 user',
  ]);
});

test('a pooler that is named keeps no plans, unless it is said to', () => {
  const pooled = { DATABASE_URL: 'postgresql://pool/cusp', DATABASE_DIRECT_URL: 'postgresql://db/cusp' };
  expect(readConfig({}).databaseKeepsPlans).toBe(true);
  expect(readConfig(pooled)).toMatchObject({
    databaseDirectUrl: 'postgresql://db/cusp',
    databaseKeepsPlans: false,
  });
  expect(readConfig({ ...pooled, DATABASE_KEEPS_PLANS: '1' }).databaseKeepsPlans).toBe(true);
  expect(readConfig({ DATABASE_URL: 'postgresql://db/cusp' }).databaseDirectUrl).toBe('postgresql://db/cusp');
});
