import type { ListedRestoration } from '@cusp/contract/case-list';
import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { orderWords } from './order-words.ts';

const dental = ((key: string, { word }: { word?: string } = {}) =>
  word ? `<${word}>` : (key.split('.').at(-1) ?? key)) as unknown as TFunction<'dental'>;

const made = (fields: Partial<ListedRestoration>): ListedRestoration => ({
  type: 'crown',
  name: '',
  teeth: [],
  arch: null,
  material: 'zirconia',
  shade: 'A2',
  ...fields,
});
const words = (restorations: ListedRestoration[], more = 0, system: 'FDI' | 'Universal' = 'FDI') =>
  orderWords({ restorations, restoration_count: restorations.length + more, number_sys: system }, dental);

test.each([
  ['one crown', [made({ teeth: [16] })], 'crown 16 · zirconia A2'],
  [
    'teeth of one type are one list',
    [made({ teeth: [26] }), made({ teeth: [16] })],
    'crown 16, 26 · zirconia A2',
  ],
  ['neighbours are a span', [made({ type: 'veneer', teeth: [12, 11, 21] })], 'veneer 12–21 · zirconia A2'],
  [
    'a shade that differs is left out',
    [made({ teeth: [16] }), made({ type: 'veneer', teeth: [11], shade: 'B1' })],
    'crown 16, veneer 11 · zirconia',
  ],
  [
    'an appliance names its jaw',
    [made({ type: 'splint', arch: 'lower', shade: '' })],
    'splint lower · zirconia',
  ],
  [
    'words of a foreign order stay',
    [made({ type: 'x', name: 'Snap crown', material: 'Goo' })],
    'Snap crown · Goo A2',
  ],
  [
    'a tooth that the chart does not have is named as in the foreign order, apart from tooth numbers',
    [made({ teeth: [11], tooth_text: '61' }), made({ tooth_text: 'mesiodens' })],
    'crown 11, <61>, mesiodens · zirconia A2',
  ],
  ['no restoration', [], ''],
])('%s', (_, restorations, expected) => expect(words(restorations)).toBe(expected));

test('restorations that do not fit the row are counted, and the material is left out', () =>
  expect(words([made({ teeth: [16] })], 3)).toBe('crown 16 +3'));

test('teeth are written in the number system of the order, with the sign of Universal', () =>
  expect(words([made({ teeth: [16] })], 0, 'Universal')).toBe('crown #3 · zirconia A2'));
