import { expect, test } from 'vitest';
import type { Row } from '../form-fields.ts';
import {
  bridgeRows,
  canBridge,
  copyOf,
  insertRows,
  newRow,
  withMake,
  withTeeth,
  withType,
} from './restoration-rows.ts';

const crown = (teeth: number[], make: object = {}) => ({ ...newRow('crown', teeth), ...make });

test('another type clears the fields it does not allow and keeps the rest', () => {
  const row = crown([16], { material: 'lithium_disilicate', shade: 'A2', stumpShade: 'ND3' });
  expect(withType(row, 'onlay')).toEqual({ ...row, type: 'onlay' });
  expect(withType(row, 'pontic')).toMatchObject({
    material: 'lithium_disilicate',
    shade: 'A2',
    stumpShade: '',
  });
  expect(withType(row, 'post_and_core')).toMatchObject({ material: null, shade: 'A2', stumpShade: '' });
  expect(withType(row, 'wax_up')).toMatchObject({ material: null, shade: '', teeth: [16] });
});

test('an appliance takes the jaw of the teeth, and no jaw if they are in both', () => {
  expect(newRow('splint', [16, 17])).toMatchObject({ arch: 'upper', teeth: [] });
  expect(newRow('splint', [36])).toMatchObject({ arch: 'lower' });
  expect(newRow('splint', [16, 36])).toMatchObject({ arch: null });
  expect(withType(newRow('splint', [16]), 'crown')).toMatchObject({ arch: null, teeth: [] });
});

test('implants exclude primary teeth, and a row without a type takes all teeth', () => {
  expect(withTeeth(newRow('implant_crown', []), [16, 55])).toMatchObject({ teeth: [16] });
  expect(withTeeth(newRow('', []), [55, 16])).toMatchObject({ teeth: [16, 55] });
});

test.each([
  ['three side by side', [14, 16, 15], [16, 14], [15]],
  ['across the midline', [11, 12, 21], [12, 21], [11]],
  ['the teeth beside a gap', [35, 37], [35, 37], [36]],
  ['a gap across the midline', [13, 23], [13, 23], [12, 11, 21, 22]],
  ['three abutments and a gap', [14, 16, 17], [17, 16, 14], [15]],
  ['primary teeth beside a gap', [55, 53], [55, 53], [54]],
])('teeth %s make a bridge', (_, teeth, abutments, pontics) => {
  expect(canBridge(teeth)).toBe(true);
  expect(bridgeRows(teeth).map(({ type, teeth: units }) => [type, units])).toEqual([
    ['bridge_abutment', abutments],
    ['pontic', pontics],
  ]);
});

test.each([
  [[]],
  [[14]],
  [[14, 15]],
  [[18, 17, 16, 48]],
  [[18, 28]],
  [[14, 24]],
  [[55, 16]],
  [[16, 54, 53]],
  [[35, 47]],
])('teeth %j make no bridge', (teeth) => {
  expect(canBridge(teeth)).toBe(false);
  expect(bridgeRows(teeth)).toEqual([]);
});

const made = (restorations: Row[]) => ({ restorations, connectorChoices: [] });

test('a bridge has one material: joined units without one get that of the changed unit', () => {
  const [abutments, pontic] = bridgeRows([14, 15, 16]);
  const single = crown([24]);
  if (!abutments || !pontic) throw new Error('no bridge');
  let rows = withMake(made([abutments, pontic, single]), abutments.key, { material: 'zirconia' });
  expect(rows.map(({ material }) => material)).toEqual(['zirconia', 'zirconia', null]);
  rows = withMake(made(rows), pontic.key, { shade: 'A2' });
  expect(rows.map(({ shade }) => shade)).toEqual(['A2', 'A2', '']);
  rows = withMake(made(rows), abutments.key, { shade: 'A3' });
  expect(rows.map(({ shade }) => shade)).toEqual(['A3', 'A3', '']);
  rows = withMake(
    made(rows.map((row) => (row.key === pontic.key ? { ...row, shade: 'B1' } : row))),
    abutments.key,
    {
      shade: 'C1',
    },
  );
  expect(rows.map(({ shade }) => shade)).toEqual(['C1', 'B1', '']);
});

test('splinted crowns have one material, and a bridge that was separated does not', () => {
  const [right, left] = [crown([11]), crown([21])];
  const both = (joined: boolean) => ({
    restorations: [right, left],
    connectorChoices: [{ teeth: [11, 21] as [number, number], joined }],
  });
  const materials = (joined: boolean) =>
    withMake(both(joined), right.key, { material: 'zirconia' }).map(({ material }) => material);
  expect(materials(true)).toEqual(['zirconia', 'zirconia']);
  expect(materials(false)).toEqual(['zirconia', null]);
});

test('choosing a metal clears the shade', () => {
  const row = crown([16], { material: 'zirconia', shade: 'A2' });
  expect(withMake(made([row]), row.key, { material: 'gold' })).toMatchObject([
    { material: 'gold', shade: '' },
  ]);
});

test("a copy has no teeth, and an appliance's copy is in the other jaw", () => {
  const row = crown([16], { material: 'zirconia', shade: 'A2' });
  const copy = copyOf(row);
  expect(copy).toEqual({ ...row, key: copy.key, teeth: [] });
  expect(copy.key).not.toBe(row.key);
  expect(copyOf(newRow('splint', [16]))).toMatchObject({ arch: 'lower' });
  expect(insertRows([row, crown([17])], [copy], row.key)[1]).toBe(copy);
  expect(insertRows([row], [copy], 'nothing')[1]).toBe(copy);
});
