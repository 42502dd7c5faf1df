import { Kysely, PostgresDialect, sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CHORES } from './housekeeping.ts';
import { DATA_REGISTER } from './platform/db/data-register.ts';
import { connect } from './platform/db/database.ts';
import type { Tables } from './platform/db/tables.ts';
import { createCase } from './testing/factories.ts';
import { openTestApp } from './testing/test-app.ts';

const t = await openTestApp();
const { db } = t.services;
type Table = keyof Tables;
const TABLES = Object.keys(DATA_REGISTER) as Table[];
const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name).sort();

const { rows: columns } = await sql<{ table: Table; name: string }>`
  select relname as table, attname as name from pg_attribute join pg_class on pg_class.oid = attrelid
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    and attnum > 0 and not attisdropped
`.execute(db);
const { rows: foreignKeys } = await sql<{ table: Table; to: Table; cascades: boolean }>`
  select conrelid::regclass::text as table, confrelid::regclass::text as to, confdeltype = 'c' as cascades
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
`.execute(db);

test('each table of the database has an entry', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname not like 'kysely%'
  `.execute(db);
  expect([...TABLES].sort()).toEqual(namesOf(rows));
});

test('rows that refer to a case, a file or a comment are found by an index', async () => {
  const { rows } = await sql<{ name: string }>`
    select conrelid::regclass || '.' || attname as name from pg_constraint
    join pg_class on pg_class.oid = conrelid and not relispartition
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid in ('dental_case'::regclass, 'case_file'::regclass, 'case_comment'::regclass)
      and not exists (
        select from pg_index where indrelid = conrelid and indkey[0] = attnum
          and (indpred is null or pg_get_expr(indpred, indrelid) = '(' || attname || ' IS NOT NULL)')
      )
  `.execute(db);
  expect(namesOf(rows)).toEqual([]);
});

describe('whose data', () => {
  test('tables with patient columns are marked as patient data', () => {
    const about = columns.filter(({ name }) => name.startsWith('patient_')).map(({ table }) => table);
    expect(about).toContain('dental_case');
    for (const table of about) expect([table, DATA_REGISTER[table].personal]).toEqual([table, 'patient']);
  });

  test('tables with people, networks or browsers are marked as personal', () => {
    const PERSONAL = /^(email|first_name|last_name|phone|ip|user_agent|user_id|actor_id|audience)$/;
    const about = columns.filter(({ name }) => PERSONAL.test(name)).map(({ table }) => table);
    const referring = foreignKeys.filter(({ to }) => to === 'app_user').map(({ table }) => table);
    for (const table of [...about, ...referring])
      expect([table, DATA_REGISTER[table].personal]).not.toEqual([table, 'none']);
  });
});

describe('retention', () => {
  test('rows that belong to others are removed with them by the database', () => {
    for (const table of TABLES) {
      const { retention } = DATA_REGISTER[table];
      if (typeof retention !== 'object' || !('with' in retention)) continue;
      expect(foreignKeys, table).toContainEqual({ table, to: retention.with, cascades: true });
    }
  });

  test('derived rows are maintained by triggers of their source table', async () => {
    const { rows } = await sql<{ table: Table; source: string }>`
      select tgrelid::regclass::text as table, tgname || ' ' || prosrc as source
      from pg_trigger join pg_proc on pg_proc.oid = tgfoid where not tgisinternal
    `.execute(db);
    for (const table of TABLES) {
      const { retention } = DATA_REGISTER[table];
      if (typeof retention !== 'object' || !('derived' in retention)) continue;
      const sources = rows.filter((row) => row.table === retention.derived).map(({ source }) => source);
      expect(sources.join('\n'), table).toContain(table);
    }
  });

  test('housekeeping removes rows of exactly the tables that say so, with the chore that they name', async () => {
    const { pool } = connect(t.urls.app, 2);
    const statements: string[] = [];
    const dialect = new PostgresDialect({ pool });
    const watched = new Kysely<Tables>({
      dialect,
      log: ({ query }) => {
        statements.push(query.sql);
      },
    });
    onTestFinished(() => watched.destroy());
    // Chores that query first need rows to find.
    const dentalCase = await createCase(t.services);
    await db
      .insertInto('upload')
      .values({
        case_id: dentalCase.id,
        user_id: dentalCase.author.id,
        filename: 'a.stl',
        size: 1,
        modified: null,
        file_id: null,
        expires_at: new Date(0),
      })
      .execute();
    const author = dentalCase.author.id;
    await db.updateTable('app_user').set({ retention_months: 0 }).where('id', '=', author).execute();
    await sql`
      insert into case_retention (case_id, practice_id, counted_from, due_on)
      values (${dentalCase.id}, ${author}, now(), current_date)
    `.execute(db);

    const removed: [chore: string, table: string][] = [];
    for (const [chore, run] of Object.entries(CHORES)) {
      statements.length = 0;
      await run({ ...t.services, db: watched });
      for (const statement of statements) {
        const table = /^\s*delete from "?(\w+)/i.exec(statement)?.[1];
        if (table) removed.push([chore, table]);
      }
    }
    const said = TABLES.flatMap((table) => {
      const { retention } = DATA_REGISTER[table];
      return typeof retention === 'object' && 'chore' in retention ? [[retention.chore, table]] : [];
    });
    // Parts are removed by the same chore as their upload, so that their bytes are removed too.
    const expected = [...said, ['uploads', 'upload_part']].map(String).sort();
    expect([...new Set(removed.map(String))].sort()).toEqual(expected);
  });
});

test('rows that move to another region do not refer to rows that stay', () => {
  const moves = (table: Table) => DATA_REGISTER[table].move.startsWith('with-');
  const broken = foreignKeys.filter(({ table, to }) => moves(table) && !moves(to));
  expect(broken).toEqual([]);
});

test('tables that move refuse writes of frozen people', async () => {
  // Not frozen: logs continue during a freeze, devices belong to rental companies too, and support sessions to staff.
  // Requesting a link gets the same reply for everybody, and the action of the link is refused. Texts of agreements
  // belong to no person.
  const OPEN: Table[] = ['event', 'audit_log', 'device', 'support_session', 'mail_token', 'agreement_text'];
  const { rows } = await sql<{ name: Table }>`
    select distinct tgrelid::regclass::text as name from pg_trigger where tgname like 'refuse_moving%'
  `.execute(db);
  const moving = TABLES.filter((table) => DATA_REGISTER[table].move.startsWith('with-'));
  expect(namesOf(rows)).toEqual(
    expect.arrayContaining(moving.filter((table) => !OPEN.includes(table)).sort()),
  );
});
