import { expect, test } from 'vitest';
import { fieldOf } from './field-ids.ts';
import { emptyFields } from './form-fields.ts';
import { missingItems, readMissing } from './missing-items.ts';
import { newRow } from './teeth/restoration-rows.ts';

test('scans count by their jaw, even while uploading', () => {
  const codes = (names: string[]) =>
    missingItems(
      emptyFields('FDI'),
      names.map((filename) => ({ filename })),
    ).filter(({ code }) => code === 'scans');
  expect(codes([])).toEqual([{ code: 'scans', jaws: ['upper', 'lower'] }]);
  expect(codes(['a-UpperJaw.stl', 'a-bite.stl', 'lower.pdf'])).toEqual([{ code: 'scans', jaws: ['lower'] }]);
  expect(codes(['a-UpperJaw.stl', 'a_lower.obj'])).toEqual([]);
});

test('every missing item links to a distinct field', () => {
  const fields = { ...emptyFields('FDI'), restorations: [newRow('crown', []), newRow('splint', [])] };
  const missing = missingItems(fields, []);
  const places = missing.map((each) => fieldOf(each, fields.restorations));
  expect(new Set(places).size).toBe(missing.length);
  expect(places).toContain(`case-row-${fields.restorations[1]?.key}-arch`);
});

test("readMissing parses the server's list", () => {
  expect(readMissing(['recipient', 'shade:0', 'scans:lower'])).toEqual([
    { code: 'recipient' },
    { code: 'shade', restoration: 0 },
    { code: 'scans', jaws: ['lower'] },
  ]);
});
