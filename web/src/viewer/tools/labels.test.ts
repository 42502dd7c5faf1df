import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LabelBox, type Part, placeLabels } from './labels.ts';

const wish: fc.Arbitrary<LabelBox> = fc.record({
  x: fc.integer({ min: 0, max: 400 }),
  y: fc.integer({ min: 0, max: 300 }),
  width: fc.integer({ min: 20, max: 120 }),
  height: fc.constant(24),
});

const mark: fc.Arbitrary<Part> = fc
  .tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 300 }))
  .map(([x, y]) => ({ left: x - 22, top: y - 14, right: x + 22, low: y + 14 }));

test('labels overlap neither each other nor marks, and stay above or below their place', () => {
  fc.assert(
    fc.property(fc.array(wish, { maxLength: 12 }), fc.array(mark, { maxLength: 8 }), (wishes, marks) => {
      const others = marks.map((each) => ({
        ...each,
        width: each.right - each.left,
        height: each.low - each.top,
      }));
      const places = placeLabels(wishes, 400, marks).map((corner, at) => ({
        ...corner,
        ...(wishes[at] as LabelBox),
      }));
      for (const [at, a] of places.entries()) {
        expect(a.left).toBeLessThanOrEqual(a.x);
        expect(a.left + a.width).toBeGreaterThanOrEqual(a.x);
        for (const b of [...others, ...places.slice(0, at)]) {
          const isApart =
            a.left >= b.left + b.width ||
            b.left >= a.left + a.width ||
            a.top >= b.top + b.height ||
            b.top >= a.top + a.height;
          expect(isApart).toBe(true);
        }
      }
    }),
  );
});

test('a single label is just above its place', () => {
  expect(placeLabels([{ x: 200, y: 100, width: 80, height: 24 }], 400)).toEqual([{ left: 160, top: 64 }]);
});

test('two labels of the same place on the screen are stacked', () => {
  const [first, second] = placeLabels(
    [
      { x: 200, y: 100, width: 80, height: 24 },
      { x: 201, y: 102, width: 80, height: 24 },
    ],
    400,
  );
  expect(Math.abs((first?.top ?? 0) - (second?.top ?? 0))).toBeGreaterThanOrEqual(24);
});
