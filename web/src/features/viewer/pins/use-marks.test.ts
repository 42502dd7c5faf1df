import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupMarks, type Mark } from './use-marks.ts';

const SIZE = 44;
const marks = fc
  .array(fc.record({ x: fc.integer({ min: 0, max: 400 }), y: fc.integer({ min: 0, max: 400 }) }))
  .map((places) => places.map((place, key): Mark => ({ ...place, key })));

test("every mark is in exactly one group, close to the group's position", () => {
  fc.assert(
    fc.property(marks, (all) => {
      const groups = groupMarks(all, SIZE);
      expect(groups.flatMap(({ keys }) => keys).sort((a, b) => a - b)).toEqual(all.map(({ key }) => key));
      for (const { keys, x, y } of groups)
        for (const { x: left, y: top } of all.filter(({ key }) => keys.includes(key)))
          expect(Math.max(Math.abs(x - left), Math.abs(y - top))).toBeLessThan(SIZE);
    }),
  );
});

test('groups of marks never overlap', () => {
  fc.assert(
    fc.property(marks, (all) => {
      const groups = groupMarks(all, SIZE);
      for (const [at, one] of groups.entries())
        for (const other of groups.slice(at + 1))
          expect(Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y))).toBeGreaterThanOrEqual(SIZE);
    }),
  );
});

test('the first mark keeps its position', () => {
  const groups = groupMarks(
    [
      { key: 7, x: 100, y: 100 },
      { key: 1, x: 120, y: 90 },
      { key: 2, x: 144, y: 100 },
    ],
    SIZE,
  );
  expect(groups).toEqual([
    { keys: [7, 1], x: 100, y: 100 },
    { keys: [2], x: 144, y: 100 },
  ]);
});
