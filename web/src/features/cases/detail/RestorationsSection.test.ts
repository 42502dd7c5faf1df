import type { Restoration } from '@cusp/contract/cases';
import { expect, test } from 'vitest';
import { groupsOf, jawOf } from './RestorationsSection.tsx';

const restoration = (part: Partial<Restoration>): Restoration => ({
  id: 1,
  displayName: 'Crown',
  type: 'crown',
  tooth_no: 'tu3',
  number_sys: 'FDI',
  teeth: [16],
  arch: null,
  shade: 'A2',
  stump_shade: '',
  meant: [],
  material: { code: 'zirconia', name: 'Zirconia' },
  ...part,
});

test('groupsOf numbers restorations in order and gives each the drawing of its type', () => {
  const groups = groupsOf(
    [
      restoration({}),
      restoration({ id: 2, type: 'pontic', teeth: [15] }),
      restoration({ id: 3, type: 'Goldhammer' }),
    ],
    ({ type }) => type,
  );
  expect(groups.map(({ mark, look, name }) => [mark, look, name])).toEqual([
    ['1', 'solid', 'crown'],
    ['2', 'pontic', 'pontic'],
    ['3', 'solid', 'Goldhammer'],
  ]);
  expect(new Set(groups.map(({ color }) => color)).size).toBe(3);
});

test('jawOf is the only jaw that an order is about', () => {
  expect(jawOf([restoration({ teeth: [16, 21] })])).toBe('upper');
  expect(jawOf([restoration({ teeth: [36] }), restoration({ teeth: [], arch: 'lower' })])).toBe('lower');
  expect(jawOf([restoration({ teeth: [16, 36] })])).toBeUndefined();
  expect(jawOf([restoration({ teeth: [16] }), restoration({ teeth: [], arch: 'lower' })])).toBeUndefined();
  expect(jawOf([restoration({ teeth: [] })])).toBeUndefined();
  // A number that no tooth has.
  expect(jawOf([restoration({ teeth: [16, 99] })])).toBeUndefined();
});
