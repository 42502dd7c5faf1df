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

test('settings are those of the serving role, whatever the database gives its sessions', async () => {
  const { owner, app } = t.urls;
  const asOwner = connect(owner, 1);
  const [{ name } = { name: '' }] = (
    await sql<{ name: string }>`select current_database() as name`.execute(asOwner.db)
  ).rows;
  for (const [setting, value] of Object.entries({
    datestyle: 'SQL, DMY',
    timezone: 'Asia/Seoul',
    intervalstyle: 'iso_8601',
    bytea_output: 'escape',
    extra_float_digits: '-5',
    standard_conforming_strings: 'off',
    default_transaction_isolation: 'serializable',
    jit: 'on',
    max_parallel_workers_per_gather: '4',
  }))
    await sql`alter database ${sql.id(name)} set ${sql.id(setting)} = ${sql.lit(value)}`.execute(asOwner.db);
  await asOwner.db.destroy();

  const served = connect(app, 1);
  const { rows } = await sql<Record<string, unknown>>`
    select '2026-03-02 23:30Z'::timestamptz as moment, '2026-03-02'::date as day, '2026-03-02 23:30Z'::timestamptz::text as text,
      interval '1 day 2 hours'::text as span, '\\x00ff'::bytea as bytes, 0.1::float8 + 0.2::float8 as number,
      '\\n' as letters, current_setting('transaction_isolation') as isolation, current_setting('jit') as jit,
      current_setting('max_parallel_workers_per_gather') as workers
  `.execute(served.db);
  await served.db.destroy();
  expect(rows).toEqual([
    {
      moment: new Date('2026-03-02T23:30:00Z'),
      day: '2026-03-02',
      text: '2026-03-02 23:30:00+00',
      span: '1 day 02:00:00',
      bytes: Buffer.from([0, 255]),
      number: 0.30000000000000004,
      letters: '\\n',
      isolation: 'read committed',
      jit: 'off',
      workers: '0',
    },
  ]);
});

test('connections through a pooler keep no plans unless a setting says so', () => {
  const pooled = { DATABASE_URL: 'postgresql://pool/cusp', DATABASE_DIRECT_URL: 'postgresql://db/cusp' };
  expect(readConfig({}).databaseKeepsPlans).toBe(true);
  expect(readConfig(pooled)).toMatchObject({
    databaseDirectUrl: 'postgresql://db/cusp',
    databaseKeepsPlans: false,
  });
  expect(readConfig({ ...pooled, DATABASE_KEEPS_PLANS: '1' }).databaseKeepsPlans).toBe(true);
  expect(readConfig({ DATABASE_URL: 'postgresql://db/cusp' }).databaseDirectUrl).toBe('postgresql://db/cusp');
});
