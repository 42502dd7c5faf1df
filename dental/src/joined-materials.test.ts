import { expect, test } from 'vitest';
import { mixedPieces } from './joined-materials.ts';

const unit = (type: string, material: string | null, ...teeth: number[]) => ({ type, material, teeth });
const joined = (from: number, to: number) => ({
  teeth: [from, to] as [number, number],
  layer: 'final' as const,
  joined: true,
});

test('a bridge of zirconia and lithium disilicate is not one piece', () => {
  const bridge = [
    unit('bridge_abutment', 'zirconia', 13, 11),
    unit('pontic', 'lithium_disilicate', 12),
    unit('crown', 'gold', 21),
  ];
  expect(mixedPieces(bridge, [])).toEqual([
    { lines: [0, 1], teeth: [13, 12, 11], materials: ['zirconia', 'lithium_disilicate'] },
  ]);
  const separate = { ...joined(13, 12), joined: false };
  expect(mixedPieces(bridge, [separate, { ...separate, teeth: [12, 11] }])).toEqual([]);
  expect(mixedPieces(bridge, [joined(11, 21)])).toMatchObject([{ lines: [0, 1, 2] }]);
});

test('units that are not next to each other have to be of one material too', () => {
  const chain = [
    unit('bridge_abutment', 'cocr', 13),
    unit('pontic', 'pfm', 12),
    unit('bridge_abutment', 'gold', 11),
  ];
  expect(mixedPieces(chain, [])).toMatchObject([{ materials: ['cocr', 'pfm', 'gold'] }]);
  expect(mixedPieces(chain.slice(0, 2), [])).toEqual([]);
  expect(mixedPieces(chain.slice(1), [])).toEqual([]);
});

test.each([
  ['layered and monolithic zirconia', 'zirconia_layered', 'zirconia_multilayer'],
  ['a metal molar in a bridge fused to metal', 'pfm', 'full_cast_metal'],
  ['a printed provisional with a pontic', 'resin', 'pmma'],
  ['a provisional of composite with a pontic', 'composite', 'pmma'],
  ['a material that is not chosen yet', null, 'gold'],
  ['a material outside the catalogue', 'Vendor alloy', 'gold'],
])('%s can be one piece', (_, one, other) => {
  const bridge = [unit('bridge_abutment', one, 13, 11), unit('pontic', other, 12)];
  expect(mixedPieces(bridge, [])).toEqual([]);
});

test('neither separate neighbours nor other layers nor the crown on a coping count', () => {
  expect(mixedPieces([unit('crown', 'zirconia', 11), unit('crown', 'gold', 21)], [])).toEqual([]);
  const bridge = [unit('bridge_abutment', 'zirconia', 13, 11), unit('pontic', 'zirconia', 12)];
  expect(mixedPieces([...bridge, unit('provisional', 'pmma', 13, 12, 11)], [])).toEqual([]);
  const framework = [unit('coping', 'zirconia', 13, 12), unit('crown', 'lithium_disilicate', 13, 12)];
  expect(mixedPieces(framework, [joined(13, 12)])).toEqual([]);
});

test('a coping whose material is open can be of the material of its neighbour, whatever is on it', () => {
  const open = [
    unit('coping', null, 11),
    unit('crown', 'lithium_disilicate', 11),
    unit('coping', 'cocr', 12),
  ];
  expect(mixedPieces(open, [joined(12, 11)])).toEqual([]);
  const known = open.map((each) => ({ ...each, material: each.material ?? 'zirconia' }));
  expect(mixedPieces(known, [joined(12, 11)])).toMatchObject([{ teeth: [12, 11] }]);
});
