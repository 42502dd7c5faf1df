import { SHEET_REFUSALS } from '@cusp/contract/sheets.routes';
import { describe, expect, test } from 'vitest';
import { readWorkbook } from '../../platform/sheets/read-workbook.ts';
import { SheetError } from '../../platform/sheets/sheet-error.ts';
import { createUser } from '../../testing/factories.ts';
import { HARMLESS, HOSTILE } from '../../testing/sheets/hostile-sheets.ts';
import { sheetOf, uploadSheet } from '../../testing/sheets/upload-sheet.ts';
import { openTestApp } from '../../testing/test-app.ts';
import { FEATURES_SHEET } from '../partner-features/features.sheet.ts';
import { readTemplate } from './read-template.ts';

const rowsOf = async (bytes: Buffer) =>
  readTemplate(FEATURES_SHEET, await readWorkbook(bytes, FEATURES_SHEET.title));

test('more than sixty hostile files cover every reason for refusal', () => {
  expect(HOSTILE.length).toBeGreaterThanOrEqual(60);
  expect([...new Set(HOSTILE.map(({ reason }) => reason))].sort()).toEqual([...SHEET_REFUSALS].sort());
});

test.each(HOSTILE)('a sheet with $name is refused: $reason', async ({ bytes, reason, column }) => {
  const error = await rowsOf(bytes()).catch((refused: unknown) => refused);
  expect(error).toBeInstanceOf(SheetError);
  expect(error).toMatchObject({ reason, column });
});

test.each(HARMLESS)('a sheet with $name is read', async ({ bytes }) => {
  expect((await rowsOf(bytes())).length).toBeGreaterThan(0);
});

describe('an upload', async () => {
  const t = await openTestApp();
  const manager = await t.asStaff(await createUser(t.services, { is_device_manager: true }));
  const SENT = [
    'no bytes',
    'macros',
    'more than five megabytes',
    'thirty-three megabytes of blanks',
    'a column twice',
  ];

  test.each(HOSTILE.filter(({ name }) => SENT.includes(name)))(
    'of $name says why it was refused',
    async ({ bytes, reason, column = '' }) => {
      const reply = await uploadSheet(manager, 'features', bytes());
      expect(reply.statusCode, reply.body.slice(0, 300)).toBe(400);
      expect(reply.json()).toMatchObject({ code: 'sheet_refused', sheet: { reason, column } });
    },
  );

  test('an upload that was refused leaves nothing behind and keeps nobody from the next', async () => {
    expect(await t.services.db.selectFrom('sheet_batch').select('id').execute()).toEqual([]);
    const reply = await uploadSheet(manager, 'features', sheetOf('features', [['A1', 'Yes']]));
    expect(reply.statusCode).toBe(200);
  });
});
