import { sql } from 'kysely';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openEmptyDatabase } from '../../testing/empty-database.ts';
import { createTestApp, openTestApp } from '../../testing/test-app.ts';
import { connect, type Db } from './database.ts';
import { keepLogPartitions } from './log-partitions.ts';
import { prepareDatabase } from './prepare.ts';

const t = await openTestApp();
const app = t.services.db;

const LOGS = ['event', 'audit_log'] as const;
type Log = (typeof LOGS)[number];
const BEFORE_PARTITIONS = '0052-region';
/** A time far in the future that no other row of these tests has. */
const FAR = '2090-05-17 12:00:00+00';

async function asOwner<T>(urls: { owner: string }, work: (owner: Db) => Promise<T>): Promise<T> {
  const { db } = connect(urls.owner, 1);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

const partitionsOf = async (db: Db, log: Log) =>
  (
    await sql<{ name: string }>`
      select inhrelid::regclass::text as name from pg_inherits where inhparent = ${log}::regclass order by 1
    `.execute(db)
  ).rows.map(({ name }) => name);

/** Writes one row into each log; returns the partitions that received them. */
async function write(db: Db, at: string | null = null) {
  const moment = at ? sql`${at}::timestamptz` : sql`clock_timestamp()`;
  const { rows: events } = await sql<{ table: string; id: number; seq: number }>`
    insert into event (at, name, audience) values (${moment}, 'post_modified', '{1}')
    returning tableoid::regclass::text as table, id, seq
  `.execute(db);
  const { rows: entries } = await sql<{ table: string; id: number }>`
    insert into audit_log (at, action) values (${moment}, 'case_read') returning tableoid::regclass::text as table, id
  `.execute(db);
  return { event: events[0], entry: entries[0] };
}

describe('direct access to a partition', () => {
  let partitions: string[];
  beforeAll(async () => {
    await asOwner(t.urls, (owner) => sql`select add_log_partitions('2091-03-01')`.execute(owner));
    partitions = [...(await partitionsOf(app, 'event')), ...(await partitionsOf(app, 'audit_log'))];
  });

  test('direct access to a partition is refused to the application in both logs', async () => {
    expect(partitions).toEqual(
      expect.arrayContaining(['audit_log_past', 'audit_log_default', 'event_2091_04']),
    );
    for (const name of partitions)
      for (const attack of [
        sql`select from ${sql.table(name)}`,
        sql`insert into ${sql.table(name)} default values`,
        sql`update ${sql.table(name)} set at = now()`,
        sql`delete from ${sql.table(name)}`,
        sql`truncate ${sql.table(name)}`,
        sql`drop table ${sql.table(name)}`,
      ])
        await expect(attack.execute(app), name).rejects.toThrow(/permission denied|must be owner/);
  });

  test('a partition of the audit log cannot be changed, even by the owner of the tables', async () => {
    await asOwner(t.urls, async (owner) => {
      for (const name of ['audit_log', ...(await partitionsOf(owner, 'audit_log'))])
        for (const attack of [
          sql`update ${sql.table(name)} set user_id = 2`,
          sql`delete from ${sql.table(name)}`,
          sql`truncate ${sql.table(name)}`,
        ])
          await expect(attack.execute(owner), name).rejects.toThrow(/append only/);
    });
  });

  test('direct access to a partition cannot be created or detached by the application', async () => {
    await expect(sql`select add_log_partitions('2099-01-01')`.execute(app)).rejects.toThrow(
      /permission denied/,
    );
    await expect(sql`alter table audit_log detach partition audit_log_past`.execute(app)).rejects.toThrow(
      /must be owner/,
    );
    await expect(
      sql`create table mine partition of event for values from ('2095-01-01') to ('2095-02-01')`.execute(app),
    ).rejects.toThrow(/permission denied|must be owner/);
  });
});

test('there is a partition for each of the next 24 months; creating them again changes nothing', async () => {
  const errors: unknown[] = [];
  const log = { ...t.services.log, error: (line: unknown) => errors.push(line) } as never;
  const { rows } = await sql<{ month: string }>`
    select to_char(month, 'YYYY_MM') as month
    from generate_series(date_trunc('month', now() at time zone 'UTC') + interval '1 month',
      now() at time zone 'UTC' + interval '24 months', '1 month') as month
  `.execute(app);
  expect(rows).toHaveLength(24);
  await keepLogPartitions({ db: app, log });
  const before = await partitionsOf(app, 'event');
  await keepLogPartitions({ db: app, log });
  for (const name of LOGS)
    expect(await partitionsOf(app, name)).toEqual(
      expect.arrayContaining(rows.map(({ month }) => `${name}_${month}`)),
    );
  expect(await partitionsOf(app, 'event')).toEqual(before);
  expect(errors).toEqual([]);
});

test('a row of a month without a partition is kept and reported; later months still get theirs', async () => {
  // In a separate database, because rows in the default partition would be reported in other tests too.
  const own = await createTestApp();
  onTestFinished(own.close);
  const { db } = own.services;
  const errors: unknown[] = [];
  const log = { ...t.services.log, error: (line: unknown) => errors.push(line) } as never;
  const { event, entry } = await write(db, FAR);
  expect([event?.table, entry?.table]).toEqual(['event_default', 'audit_log_default']);
  await keepLogPartitions({ db, log });
  expect(errors).toEqual([{ tables: ['event', 'audit_log'] }]);

  // The clock reaches that month.
  await asOwner(own.urls, (owner) => sql`select add_log_partitions(${FAR}::date)`.execute(owner));
  expect((await write(db, FAR)).event?.table).toBe('event_default');
  const later = await write(db, '2090-06-01 00:00:00+00');
  expect([later.event?.table, later.entry?.table]).toEqual(['event_2090_06', 'audit_log_2090_06']);
  const { rows } = await sql`select from event where at >= ${FAR}::timestamptz`.execute(db);
  expect(rows).toHaveLength(3);
});

test('months begin in UTC whatever time zone the database has', async () => {
  await asOwner(t.urls, async (owner) => {
    await sql`set timezone = 'Asia/Seoul'`.execute(owner);
    await sql`select add_log_partitions('2080-01-10')`.execute(owner);
  });
  expect((await write(app, '2080-01-31 23:59:59.999999+00')).event?.table).toBe('event_2080_01');
  expect((await write(app, '2080-02-01 00:00:00+00')).event?.table).toBe('event_2080_02');
});

test('an event can move to another month, as the events of the demo practice do', async () => {
  await keepLogPartitions(t.services);
  const { event } = await write(app);
  await app
    .updateTable('event')
    .set({ at: new Date(Date.now() + 70 * 24 * 3600 * 1000) })
    .where('id', '=', event?.id ?? 0)
    .execute();
  const { rows } = await sql<{ table: string }>`
    select tableoid::regclass::text as table from event where id = ${event?.id}
  `.execute(app);
  expect(rows).toEqual([{ table: expect.stringMatching(/^event_\d{4}_\d\d$/) }]);
});

test('reads of recent days are planned for the partitions of those days only', async () => {
  await keepLogPartitions(t.services);
  const lines = async (from: Date) => {
    const plan = await sql<{ 'QUERY PLAN': string }>`
      explain select seq from event where seq > 5 and at > ${sql.lit(from)} and at < ${sql.lit(new Date())} order by seq
    `.execute(app);
    // A bitmap scan has a second line, for its index.
    return plan.rows
      .map((row) => row['QUERY PLAN'])
      .filter((line) => / on event/.test(line) && !line.includes('Bitmap Index'));
  };
  const yesterday = new Date(Date.now() - 24 * 3600 * 1000);
  const months = new Set([yesterday, new Date()].map((moment) => moment.toISOString().slice(0, 7)));
  const plan = await lines(yesterday);
  expect(plan.length).toBeGreaterThan(0);
  expect(plan.length).toBeLessThanOrEqual(months.size);
});

test('an upgraded database keeps its old rows and continues with ids of its region', async () => {
  const { urls, owner, migrateTo } = await openEmptyDatabase();
  await migrateTo(BEFORE_PARTITIONS, 'eu');
  for (const at of ['2024-01-01', 'yesterday', 'now']) {
    const change = '{"from":"OPEN","to":"READ"}';
    await sql`
      insert into event (at, name, case_id, audience, change) values (${at}, 'post_modified', 7, '{3}', ${change})
    `.execute(owner);
    await sql`insert into audit_log (at, action, case_id) values (${at}, 'case_read', 7)`.execute(owner);
  }
  const rowsOf = async (log: Log) => {
    const { rows } = await sql<{ id: number }>`select * from ${sql.table(log)} order by id`.execute(owner);
    return rows.map((row) => ({ ...row, seq: undefined }));
  };
  const before = { event: await rowsOf('event'), audit_log: await rowsOf('audit_log') };
  await prepareDatabase(urls, 'eu');
  for (const log of LOGS) {
    // Later migrations add columns.
    expect(await rowsOf(log)).toMatchObject(before[log]);
    const { rows } =
      await sql`select distinct tableoid::regclass::text as table from ${sql.table(log)}`.execute(owner);
    expect(rows).toEqual([{ table: `${log}_past` }]);
  }

  const { db } = connect(urls.app, 1);
  const { event, entry } = await write(db);
  expect([event?.id, entry?.id]).toEqual([50, 50]);
  // Above any id that processes of the older version may still use as a `seq`.
  expect(event?.seq).toBeGreaterThan(16_000_000);
  const { rows } = await sql<{ seq: number | null }>`select seq from event order by id`.execute(owner);
  expect(rows.map(({ seq }) => seq)).toEqual([null, 18, 34, event?.seq]);

  await expect(sql`delete from audit_log_past`.execute(db)).rejects.toThrow(/permission denied/);
  await expect(sql`delete from event_past`.execute(db)).rejects.toThrow(/permission denied/);
  await db.destroy();
});
