import type { Restoration } from '@cusp/contract/cases';
import { expect, test } from 'vitest';
import { groupsOf } from './RestorationsSection.tsx';

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
