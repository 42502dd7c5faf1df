import fc from 'fast-check';
import { expect, test } from 'vitest';
import { insetsOf, type Place } from './use-insets.ts';

const at = (left: number, top: number, width: number, height: number): Place => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
const none = { left: 0, right: 0, top: 0, bottom: 0 };
const laptop = at(0, 0, 1024, 768);
const phone = at(0, 0, 390, 844);

test('without panels the insets are zero', () => {
  expect(insetsOf(laptop, [], [])).toEqual(none);
  expect(insetsOf(laptop, [at(0, 0, 0, 0)], [])).toEqual(none);
});

test('layers take the left side, and a tool panel beside them the right', () => {
  const insets = insetsOf(laptop, [at(8, 60, 296, 300), at(709, 8, 307, 600)], [at(8, 8, 358, 44)]);
  expect(insets).toMatchObject({ left: 304, right: 315, bottom: 0 });
});

test('a sheet takes the bottom, and buttons as wide as a phone take the top', () => {
  const insets = insetsOf(phone, [at(0, 470, 390, 374)], [at(0, 0, 390, 45)]);
  expect(insets).toEqual({ left: 0, right: 0, top: 45, bottom: 374 });
});

test('buttons that leave the cube its corner take nothing', () => {
  expect(insetsOf(laptop, [], [at(8, 8, 358, 44)])).toEqual(none);
});

test('insets are relative to the stage', () => {
  const insets = insetsOf(at(300, 200, 800, 519), [at(792, 208, 300, 503)], []);
  expect(insets).toEqual({ ...none, right: 308 });
});

test('the insets leave some of the stage free for any panels', () => {
  const edge = fc.integer({ min: 1, max: 1200 });
  const panel = fc.tuple(edge, edge, edge, edge).map(([x, y, width, height]) => at(x, y, width, height));
  fc.assert(
    fc.property(fc.array(panel), fc.array(panel), (panels, bars) => {
      const { left, right, top, bottom } = insetsOf(laptop, panels, bars);
      for (const side of [left, right, top, bottom]) expect(side).toBeGreaterThanOrEqual(0);
      expect(1024 - left - right).toBeGreaterThan(1024 * 0.29);
      expect(768 - Math.min(bottom, 768 * 0.7)).toBeGreaterThan(768 * 0.29);
    }),
  );
});
