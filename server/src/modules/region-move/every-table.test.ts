import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DATA_REGISTER } from '../../platform/db/data-register.ts';
import { connect } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { seal } from '../../platform/secrets/secret-box.ts';
import { createCase, createLabUser, createUser } from '../../testing/factories.ts';
import { insertFilled } from '../../testing/moves/filled-rows.ts';
import { moveOf, startMoveAs, workOnMove } from '../../testing/moves/practice.ts';
import { openTwoRegions } from '../../testing/regions.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { RECOVERY_PURPOSE } from '../security/recovery-codes.ts';
import { comparedIn, digestOf } from './digests.sql.ts';
import { driveMove } from './finish-source.ts';
import { LOCAL_COLUMNS } from './moved-rows.ts';
import { runImport } from './run-import.ts';

const { us, eu } = await openTwoRegions({
  euSessions: {
    datestyle: 'SQL, DMY',
    timezone: 'Asia/Seoul',
    intervalstyle: 'iso_8601',
    bytea_output: 'escape',
    extra_float_digits: '-5',
  },
});
// Columns added in another order, as by versions that one region has skipped.
const owner = connect(eu.urls.owner, 1);
await sql`alter table restoration rename shade to shade_before`.execute(owner.db);
await sql`alter table restoration add column shade text not null default ''`.execute(owner.db);
await sql`alter table restoration drop column shade_before`.execute(owner.db);
await owner.db.destroy();

type Table = keyof Tables;
const TABLES = (Object.keys(DATA_REGISTER) as Table[]).filter((table) =>
  DATA_REGISTER[table].move.startsWith('with-'),
);

/** Rows of a table that are about a person of the move, as JSON by their identity. */
async function rowsOf(t: TestApp, table: Table, people: readonly number[]): Promise<string[]> {
  const local = [...(LOCAL_COLUMNS[table] ?? []), ...(table === 'app_user' ? DECIDED_HERE : [])];
  const { rows } = await t.services.db.transaction().execute(async (tx) => {
    await sql`select set_config('timezone', 'UTC', true), set_config('bytea_output', 'hex', true)`.execute(
      tx,
    );
    return sql<{ row: string }>`
      select (to_jsonb(item) - ${sql.val(local)}::text[])::text as row from ${sql.table(table)} as item order by 1
    `.execute(tx);
  });
  return rows
    .map(({ row }) => row)
    .filter((row) => table !== 'app_user' || people.includes(JSON.parse(row).id));
}
/** Columns of an account that depend on the region in which it lives. */
const DECIDED_HERE = [
  'presence',
  'moved_at',
  'region',
  'region_set_at',
  'updated_at',
  'last_sign_in_at',
  'country',
  'is_device_manager',
  'is_sales_manager',
  'is_staff',
  'is_device_user_viewer',
];

/** In insertion order. */
const ORDER: Table[] = [
  'device',
  'share_group',
  'support_grant',
  'device_registration',
  'dental_case',
  'case_file',
  'case_comment',
];

test('a row with a value in each column arrives unchanged, for every table that moves', async () => {
  const ofOthers = new Map<Table, string[]>();
  for (const table of TABLES) ofOthers.set(table, await rowsOf(us, table, []));
  const owner = await createUser(us.services, { country: 'US' });
  const others = await Promise.all([1, 2, 3].map(() => createUser(us.services, { country: 'US' })));
  const people = [owner.id, ...others.map(({ id }) => id)];
  const known: Partial<Record<Table, number>> = {};
  const inOrder = [...ORDER, ...TABLES.filter((table) => !ORDER.includes(table) && table !== 'app_user')];
  for (const table of inOrder) {
    if (table === 'authenticator_app') continue;
    const id = await insertFilled(us.services.db, table, {
      known,
      people: table === 'group_member' ? memberFirst(people) : people,
    });
    known[table] ??= id;
    if (table === 'recovery_code')
      await us.services.db
        .updateTable('recovery_code')
        .set({ key: seal(us.services.secret, RECOVERY_PURPOSE, owner.id, Buffer.from('key of the codes')) })
        .where('user_id', '=', owner.id)
        .execute();
    // Arrived uploads and files with deleted bytes do not delay a move.
    if (table === 'case_file')
      await us.services.db
        .updateTable('case_file')
        .set({ deleted_at: new Date() })
        .where('id', '=', id)
        .execute();
  }
  const before = new Map<Table, string[]>();
  const moveId = await startMoveAs(us, owner);
  for (const table of TABLES) {
    const rows = await rowsOf(us, table, [owner.id]);
    before.set(
      table,
      rows.filter((row) => !ofOthers.get(table)?.includes(row)),
    );
  }
  await workOnMove(us, eu, moveId);
  expect(await moveOf(us, moveId)).toMatchObject({ step: 'arrived', failure: null });
  for (const table of TABLES) {
    const arrived = await rowsOf(eu, table, [owner.id]);
    const expected = before.get(table) ?? [];
    if (table !== 'authenticator_app') expect([table, expected.length]).not.toEqual([table, 0]);
    for (const row of expected) expect(arrived, table).toContain(row);
  }
});

test('a byte, a microsecond or a column that differs changes the digest', async () => {
  const author = await createUser(us.services, { country: 'US' });
  const { id } = await createCase(us.services, { author, recipient: await createLabUser(us.services) });
  const { db } = us.services;
  await sql`insert into case_comment (case_id, author_id, body) values (${id}, ${author.id}, 'Wait')`.execute(
    db,
  );
  const part = { circle: [author.id], range: { from: id, to: id + 1 } };
  const digest = () =>
    db
      .transaction()
      .execute(async (tx) =>
        digestOf(tx, await comparedIn(tx), randomUUID(), part, { side: 'source', until: null }),
      );
  const seen = new Set([await digest(), await digest()]);
  expect(seen.size).toBe(1);
  for (const [table, change] of [
    ['case_comment', sql`body = 'Wait '`],
    ['case_comment', sql`client_key = gen_random_uuid()`],
    ['case_comment', sql`created_at = created_at + interval '1 microsecond'`],
    ['dental_case', sql`note = E'a\nb'`],
    ['dental_case', sql`author_removed_at = now(), recipient_removed_at = null`],
  ] as const) {
    const of = table === 'dental_case' ? sql`id` : sql`case_id`;
    const { numAffectedRows } =
      await sql`update ${sql.table(table)} set ${change} where ${of} = ${id}`.execute(db);
    expect([table, numAffectedRows]).toEqual([table, 1n]);
    seen.add(await digest());
  }
  expect(seen.size).toBe(6);
});

test('a row that the copy lost or changed is found and copied again', async () => {
  const owner = await createUser(us.services, { country: 'US' });
  const { id } = await createCase(us.services, { author: owner });
  const moveId = await startMoveAs(us, owner);
  await driveMove(us.services, { moveId });
  // A slice of no time copies one part or two, and stops.
  for (let slice = 0; slice < 3; slice += 1) await runImport(eu.services, moveId, { sliceMs: -1 });
  const touched = await eu.services.db
    .updateTable('restoration')
    .set({ shade: 'A3.5' })
    .where('case_id', '=', id)
    .returning('id')
    .execute();
  await workOnMove(us, eu, moveId);
  expect(await moveOf(us, moveId)).toMatchObject({ step: 'arrived' });
  const [ours, theirs] = await Promise.all(
    [us, eu].map((t) =>
      t.services.db.selectFrom('restoration').selectAll().where('case_id', '=', id).execute(),
    ),
  );
  expect(theirs).toEqual(ours);
  expect(touched.length).toBeLessThanOrEqual(1);
});

const memberFirst = ([owner = 0, member = 0, ...others]: readonly number[]) => [member, owner, ...others];
