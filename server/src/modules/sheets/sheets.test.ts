import { sql } from 'kysely';
import { readSheet } from 'read-excel-file/node';
import { beforeEach, describe, expect, test } from 'vitest';
import { runChores } from '../../housekeeping.ts';
import { connect } from '../../platform/db/database.ts';
import { createUser } from '../../testing/factories.ts';
import { sheetOf, uploadSheet } from '../../testing/sheets/upload-sheet.ts';
import { openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp();
const { db } = t.services;
const person = await createUser(t.services, { is_device_manager: true });
const manager = await t.asStaff(person);

const check = async (rows: string[][]) => {
  const reply = await uploadSheet(manager, 'features', sheetOf('features', rows));
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
};
const apply = (id: number) => manager.post(`/v1/cs/sheets/${id}/apply/`);
const undo = (id: number) => manager.post(`/v1/cs/sheets/${id}/undo/`);
const features = async () =>
  Object.fromEntries(
    (await db.selectFrom('partner_feature').select(['udi_key', 'option']).execute()).map((row) => [
      row.udi_key,
      row.option,
    ]),
  );
const ageBy = (id: number, hours: number) =>
  db
    .updateTable('sheet_batch')
    .set({ applied_at: new Date(Date.now() - hours * 3_600_000) })
    .where('id', '=', id)
    .execute();
const auditOf = (action: string) =>
  db
    .selectFrom('audit_log')
    .select('detail')
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .limit(1)
    .execute();

beforeEach(() => db.deleteFrom('partner_feature').execute());

describe('refused', () => {
  test('an upload that is no form or has no file is refused, and an unknown sheet is not found', async () => {
    expect((await manager.post('/partnerfeatures/bulk/', {})).statusCode).toBe(415);
    const empty = await manager.post('/partnerfeatures/bulk/', new FormData());
    expect(empty.json()).toMatchObject({ code: 'sheet_refused', sheet: { reason: 'empty' } });
    expect((await manager.get('/v1/cs/sheets/999/')).statusCode).toBe(404);
    expect((await apply(999)).statusCode).toBe(404);
  });

  test('a sheet that was not applied cannot be undone, and one that was undone cannot be applied', async () => {
    const { id } = await check([['A1', 'Yes']]);
    expect((await undo(id)).json().code).toBe('sheet_not_undoable');
    await apply(id);
    await undo(id);
    expect((await apply(id)).json().code).toBe('sheet_over');
    expect(await features()).toEqual({});
  });

  test('a sheet cannot be undone after a day', async () => {
    const { id } = await check([['A1', 'Yes']]);
    await apply(id);
    await ageBy(id, 25);
    expect((await undo(id)).json().code).toBe('sheet_not_undoable');
    expect(await features()).toEqual({ A1: true });
  });
});

test('a check names each problem in its cell and writes nothing', async () => {
  const sheet = await check([
    ['(01)09506000134352(21)A', 'Yes'],
    ['(01)09506000134353', 'Yes'],
    ['0109506000134352 21A', 'no'],
    ['B1', 'perhaps'],
    ['', 'Yes'],
    ['B2', ''],
    ['<c r="A8"><v>9506000134352</v></c>', 'Yes'],
    ['<c r="A9"><f>A1</f><v>1</v></c>', 'Yes'],
    ['<c r="A10" t="e"><v>#N/A</v></c>', 'Yes'],
    ['x'.repeat(201), 'Yes'],
    // A character of two units is at the place where long cells are cut.
    [`${'x'.repeat(500)}🦷`, 'Yes'],
    ['SCAN-\u202e61', 'Yes'],
  ]);
  const errors = sheet.rows.flatMap(({ row, problems }: { row: number; problems: { level: string }[] }) =>
    problems.filter(({ level }) => level === 'error').map((problem) => ({ row, ...problem })),
  );
  const error = (row: number, column: string, code: string, other_row: number | null = null) => ({
    row,
    column,
    code,
    level: 'error',
    other_row,
  });
  expect(errors).toEqual([
    error(3, 'UDI', 'wrong_check_digit'),
    error(4, 'UDI', 'twice_in_sheet', 2),
    error(5, 'Option', 'not_yes_or_no'),
    error(6, 'UDI', 'missing'),
    error(7, 'Option', 'missing'),
    error(8, 'UDI', 'typed_as_number'),
    error(9, 'UDI', 'formula'),
    error(10, 'UDI', 'error_value'),
    error(11, 'UDI', 'too_long'),
    error(12, 'UDI', 'too_long'),
    error(13, 'UDI', 'invisible_characters'),
  ]);
  expect(sheet).toMatchObject({ rows_total: 12, rows_bad: 11, state: 'checked', undo_until: null });
  expect(await features()).toEqual({});
});

test('an UDI that no device has, and one in an unknown format, are warnings', async () => {
  const { rows } = await check([['SCANNER-1', 'Yes']]);
  expect(rows[0].problems.map(({ code, level }: { code: string; level: string }) => [code, level])).toEqual([
    ['unknown_format', 'warning'],
    ['unknown_device', 'warning'],
  ]);
});

test('applying writes the good rows alone, says so in the audit log, and does it once', async () => {
  const { id } = await check([
    ['A1', 'Yes'],
    ['A2', 'No'],
    ['A3', 'perhaps'],
  ]);
  const replies = await Promise.all([apply(id), apply(id), apply(id)]);
  for (const reply of replies)
    expect(reply.json()).toMatchObject({ state: 'applied', rows_applied: 2, rows_bad: 1 });
  expect(await features()).toEqual({ A1: true, A2: false });
  expect(await auditOf('sheet_applied')).toEqual([{ detail: { kind: 'features', rows: 3, applied: 2 } }]);
  const { count } = await db
    .selectFrom('audit_log')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('action', '=', 'sheet_applied')
    .where('object_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(1);
});

test('undo takes back what nobody has changed since', async () => {
  await apply(
    (
      await check([
        ['OLD', 'No'],
        ['TOUCHED', 'No'],
        ['SAME', 'Yes'],
      ])
    ).id,
  );
  const { id } = await check([
    ['OLD', 'Yes'],
    ['TOUCHED', 'Yes'],
    ['SAME', 'Yes'],
    ['NEW', 'Yes'],
    ['NEWTOUCHED', 'No'],
  ]);
  expect((await apply(id)).json().rows_applied).toBe(4);
  const idOf = async (key: string) =>
    (await db.selectFrom('partner_feature').select('id').where('udi_key', '=', key).executeTakeFirstOrThrow())
      .id;
  const turn = async (key: string, option: boolean) =>
    manager.request('PATCH', `/partnerfeatures/${await idOf(key)}/`, { option });
  await turn('TOUCHED', false);
  await turn('TOUCHED', true);
  await turn('NEWTOUCHED', true);

  const reply = (await undo(id)).json();
  expect(reply).toMatchObject({ state: 'undone', rows_applied: 4, rows_undone: 2, undo_until: null });
  expect(await features()).toEqual({ OLD: false, TOUCHED: true, SAME: true, NEWTOUCHED: true });
  expect((await undo(id)).json()).toMatchObject({ state: 'undone', rows_undone: 2 });
  expect(await auditOf('sheet_undone')).toEqual([{ detail: { kind: 'features', applied: 4, undone: 2 } }]);
});

test('a row that a later sheet has changed stays when the earlier one is undone', async () => {
  const first = await check([['A1', 'Yes']]);
  await apply(first.id);
  await apply((await check([['A1', 'No']])).id);
  expect((await undo(first.id)).json().rows_undone).toBe(0);
  expect(await features()).toEqual({ A1: false });
});

test('a failure at the last statement leaves nothing applied', async () => {
  const { id } = await check([
    ['A1', 'Yes'],
    ['A2', 'Yes'],
  ]);
  const { db: owner } = connect(t.urls.owner, 1);
  await sql`alter table sheet_batch add constraint never check (rows_applied = 0) not valid`.execute(owner);
  expect((await apply(id)).statusCode).toBe(500);
  await sql`alter table sheet_batch drop constraint never`.execute(owner);
  await owner.destroy();
  expect(await features()).toEqual({});
  expect((await apply(id)).json()).toMatchObject({ state: 'applied', rows_applied: 2 });
});

test('sheets that can be undone are listed, latest first, and others are not', async () => {
  await db.deleteFrom('sheet_batch').execute();
  const [one, two, old, checked] = [
    await check([['A1', 'Yes']]),
    await check([['A2', 'Yes']]),
    await check([['A3', 'Yes']]),
    await check([['A4', 'Yes']]),
  ];
  for (const { id } of [one, two, old]) await apply(id);
  await ageBy(old.id, 25);
  const { sheets } = (await manager.get('/v1/cs/sheets/?kind=features')).json();
  expect(sheets.map(({ id }: { id: number }) => id)).toEqual([two.id, one.id]);
  expect(sheets[0]).toMatchObject({
    filename: 'sheet.xlsx',
    created_by: expect.stringContaining(person.first_name),
  });
  expect((await manager.get('/v1/cs/sheets/?kind=devices')).json().sheets).toEqual([]);
  expect((await manager.get(`/v1/cs/sheets/${checked.id}/`)).json().rows).toHaveLength(1);
});

test('an expired check is gone, and housekeeping forgets it', async () => {
  const { id } = await check([['A1', 'Yes']]);
  await db
    .updateTable('sheet_batch')
    .set({ expires_at: new Date(0) })
    .where('id', '=', id)
    .execute();
  expect((await apply(id)).statusCode).toBe(404);
  await runChores(t.services);
  expect(await db.selectFrom('sheet_batch').select('id').where('id', '=', id).execute()).toEqual([]);
});

test('the template can be filled in and uploaded, with a column of problems too', async () => {
  const template = await manager.get('/partnerfeatures/template/');
  expect(template.headers['content-disposition']).toContain('PartnerFeaturesTemplate.xlsx');
  expect(await readSheet(template.rawPayload, 'Partner features')).toEqual([['UDI', 'Option']]);
  expect((await uploadSheet(manager, 'features', template.rawPayload)).json().sheet.reason).toBe('no_rows');
  const marked = sheetOf('features', [['A1', 'Yes', 'A1 is twice']]);
  expect((await uploadSheet(manager, 'features', marked)).statusCode).toBe(200);
});
