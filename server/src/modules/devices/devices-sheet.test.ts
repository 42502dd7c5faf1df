import { readSheet } from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { createUser } from '../../testing/factories.ts';
import { sheetOf, uploadSheet } from '../../testing/sheets/upload-sheet.ts';
import { openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp();
const { db } = t.services;
const person = await createUser(t.services, { is_device_manager: true });
const manager = await t.asStaff(person);

const GTIN = '(01)09506000134352';
const check = async (rows: string[][]) => {
  const reply = await uploadSheet(manager, 'devices', sheetOf('devices', rows));
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
};
const apply = async (id: number) => (await manager.post(`/v1/cs/sheets/${id}/apply/`)).json();
const undo = async (id: number) => (await manager.post(`/v1/cs/sheets/${id}/undo/`)).json();
const dayCell = (address: string, serial: number) => `<c r="${address}" s="1"><v>${serial}</v></c>`;
const deviceOf = (key: string) =>
  db
    .selectFrom('device')
    .selectAll()
    .where('udi_key', '=', key)
    .where('removed_at', 'is', null)
    .executeTakeFirst();

interface Row {
  row: number;
  problems: { column: string; code: string; level: string; other_row: number | null }[];
}
const errorsOf = ({ rows }: { rows: Row[] }) =>
  rows.flatMap(({ row, problems }) =>
    problems
      .filter(({ level }) => level === 'error')
      .map(({ column, code, other_row }) => [row, column, code, other_row]),
  );

test('a sheet of devices is checked against itself, the labels, the calendar and the database', async () => {
  const before = await check([
    [`${GTIN}(21)THERE`, 'THERE', '', ''],
    [`${GTIN}(21)EXACT`, '', '', ''],
    ['Label 7', '', '', ''],
  ]);
  await apply(before.id);
  const sheet = await check([
    [`${GTIN}(11)240229(21)A`, 'a', '2024-02-29', 'Scan One'],
    [`${GTIN}(11)240229(21)B`, '', '2024-03-01', ''],
    [`${GTIN}(11)240229(21)THERE`, '', '', ''],
    [`${GTIN}(11)240229(21)A`, '', '', ''],
    ['(01)09506000134353(21)C', 'S5', '2999-01-01', ''],
    [`${GTIN}(21)D`, '', '2999-01-01', ''],
    [`${GTIN}(21)E`, '', '03/04/2024', ''],
    [`${GTIN}(21)F`, '', '2023-02-29', ''],
    [`${GTIN}(21)G`, '', '1904-01-01', ''],
    ['', 'S10', '', ''],
    [`${GTIN}(21)H`, `<c r="B12"><v>12</v></c>`, dayCell('C12', 45351), ''],
    [`${GTIN}(21)J`, 'K', '', ''],
    [`${GTIN}(21)A(10)LOT`, '', '', ''],
    [`${GTIN}(21)EXACT`, '', '', ''],
    ['LABEL 7', '', '', ''],
    // A UDI names one device, and a serial number of a GTIN is one device.
    [GTIN, 'S1', '', ''],
    [GTIN, 'S2', '', ''],
    [`${GTIN}(21)S1`, '', '', ''],
    // No error for a serial number registered under another GTIN, nor for a label without a serial number.
    ['(01)04006381333931(21)THERE', '', '', ''],
    [`${GTIN}(10)NONE`, '', '', ''],
    [`${GTIN}(11)240230(21)L`, '', '', ''],
  ]);
  expect(errorsOf(sheet)).toEqual([
    [3, 'Production date', 'date_not_on_label', null],
    [4, 'UDI', 'already_there', null],
    [5, 'UDI', 'twice_in_sheet', 2],
    [6, 'Production date', 'date_in_future', null],
    [6, 'UDI', 'wrong_check_digit', null],
    [7, 'Production date', 'date_in_future', null],
    [8, 'Production date', 'not_a_date', null],
    [9, 'Production date', 'not_a_date', null],
    [10, 'Production date', 'not_a_date', null],
    [11, 'UDI', 'missing', null],
    [12, 'Serial number', 'typed_as_number', null],
    [13, 'Serial number', 'serial_not_on_label', null],
    [14, 'UDI', 'twice_in_sheet', 2],
    [15, 'UDI', 'already_there', null],
    [16, 'UDI', 'already_there', null],
    [18, 'UDI', 'twice_in_sheet', 17],
    [19, 'UDI', 'twice_in_sheet', 17],
    [22, 'UDI', 'wrong_date', null],
  ]);
  expect(await apply(sheet.id)).toMatchObject({ rows_applied: 4, rows_bad: 17 });
  expect(await deviceOf('010950600013435211240229' + '21A')).toMatchObject({
    udi: `${GTIN}(11)240229(21)A`,
    serial_no: 'a',
    prod_date: '2024-02-29',
    model: 'Scan One',
    registered_by: person.id,
  });
});

test('a device that somebody registers between check and apply is left out and shown', async () => {
  const first = await check([['RACE-1'], ['RACE-2']]);
  const second = await check([['RACE-2'], ['RACE-3']]);
  const replies = await Promise.all([apply(first.id), apply(second.id)]);
  expect(replies.map(({ rows_applied }) => rows_applied).sort()).toEqual([1, 2]);
  expect(await deviceOf('RACE-2')).toBeDefined();

  const labels = [`${GTIN}(11)240229(21)RACE`, `${GTIN}(21)RACE`];
  const twins = await Promise.all(labels.map((udi) => check([[udi, '', '', '']])));
  const applied = await Promise.all(twins.map(({ id }) => apply(id)));
  expect(applied.map(({ rows_applied }) => rows_applied).sort()).toEqual([0, 1]);
});

test('undo removes the devices that nobody has touched', async () => {
  const { id } = await check([['UNDO-1'], ['UNDO-2'], ['UNDO-3']]);
  await apply(id);
  await db.updateTable('device').set({ state: 'blocked' }).where('udi_key', '=', 'UNDO-2').execute();
  const device = await deviceOf('UNDO-3');
  await db
    .insertInto('device_registration')
    .values({
      device_id: device?.id ?? 0,
      user_id: person.id,
      name: 'Ada',
      email: 'ada@cusp.example',
      country: 'DE',
      installed_date: null,
      token_hash: null,
      token_expires_at: null,
      mailed_at: null,
      confirmed_at: null,
    })
    .execute();
  expect(await undo(id)).toMatchObject({ state: 'undone', rows_applied: 3, rows_undone: 1 });
  expect(await deviceOf('UNDO-1')).toBeUndefined();
  expect(await deviceOf('UNDO-2')).toBeDefined();
  expect(await deviceOf('UNDO-3')).toBeDefined();
});

test('the template says which it is', async () => {
  const { rawPayload } = await manager.get('/v1/cs/devices/registrations/template/');
  expect(await readSheet(rawPayload, 'Devices')).toEqual([
    ['UDI', 'Serial number', 'Production date', 'Model'],
  ]);
  expect(await readSheet(rawPayload, 'Version')).toEqual([
    ['Template', 'devices'],
    ['Version', 1],
  ]);
  expect((await uploadSheet(manager, 'features', rawPayload)).json().sheet.reason).toBe('other_template');
});
