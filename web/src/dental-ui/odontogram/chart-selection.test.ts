import { standingAt, standingTeeth } from '@cusp/dental/odontogram/standing-teeth';
import { fdiToId, TOOTH_IDS, type ToothId } from '@cusp/dental/teeth';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  chartDentition,
  follow,
  primaryPositions,
  spanBetween,
  swapDentition,
  teethBetween,
  usualPositions,
  withTooth,
} from './chart-selection.ts';

const anyId = fc.constantFrom(...TOOTH_IDS);
const NONE: ReadonlySet<ToothId> = new Set();

test('a position holds a primary tooth only if one exists', () => {
  const all = new Set(TOOTH_IDS);
  expect(standingAt('tu4', all)).toBe(55);
  expect(standingAt('tu4', new Set())).toBe(15);
  expect(standingAt('tu1', all)).toBe(18);
});

test('a tooth with a restoration is on the chart whatever the dentition', () => {
  expect(standingTeeth(new Set(), [])).toHaveLength(32);
  expect(standingTeeth(new Set(), [55])[3]).toBe(55);
  expect(standingTeeth(new Set(['tu4']), [15])[3]).toBe(15);
});

test('an ordered primary tooth and its ordered successor are both on the chart', () => {
  for (const restored of [
    [15, 55],
    [55, 15],
  ])
    for (const primary of [new Set<ToothId>(), new Set<ToothId>(['tu4'])]) {
      const teeth = standingTeeth(primary, restored);
      expect(teeth).toHaveLength(33);
      expect(teeth.slice(2, 6)).toEqual([16, 15, 55, 14]);
    }
});

test("selecting across a place with two teeth takes the tooth of the target's dentition", () => {
  const teeth = standingTeeth(new Set(['tu5']), [15, 55]);
  expect(teethBetween(teeth, 16, 54)).toEqual([16, 55, 54]);
  expect(teethBetween(teeth, 54, 16)).toEqual([54, 15, 16]);
  expect(teethBetween(teeth, 15, 16)).toEqual([15, 16]);
  expect(teethBetween(teeth, 15, 55)).toEqual([55]);
  expect(teethBetween(teeth, 15, 45)).toEqual([45]);
});

test('adding and removing a tooth keeps chart order without duplicates', () => {
  expect(withTooth([21, 46], 11, true)).toEqual([11, 21, 46]);
  expect(withTooth([11, 21], 11, true)).toEqual([11, 21]);
  expect(withTooth([11, 21], 11, false)).toEqual([21]);
  expect(withTooth([11], 12, false)).toEqual([11]);
});

test('a span runs along one arch, in both directions and over the midline', () => {
  expect(spanBetween('tu7', 'tu10')).toEqual(['tu7', 'tu8', 'tu9', 'tu10']);
  expect(spanBetween('td10', 'td8')).toEqual(['td10', 'td9', 'td8']);
  expect(spanBetween('tu3', 'td3')).toEqual(['td3']);
  fc.assert(
    fc.property(anyId, anyId, (from, to) => {
      const span = spanBetween(from, to);
      expect(span.at(-1)).toBe(to);
      expect(new Set(span.map((id) => id.slice(0, 2))).size).toBe(1);
    }),
  );
});

test('swapping makes all primary first, then all permanent, and keeps adult molars', () => {
  const first = swapDentition(new Set(['tu4']), ['tu3', 'tu4', 'tu5']);
  expect([...first]).toEqual(['tu4', 'tu5']);
  expect([...swapDentition(first, ['tu3', 'tu4', 'tu5'])]).toEqual([]);
});

test('the selection follows the teeth shown at its positions', () => {
  expect(follow([15, 16], new Set(['tu4', 'tu3']), NONE)).toEqual([16, 55]);
  expect(follow([55], new Set(), NONE)).toEqual([15]);
  fc.assert(
    fc.property(fc.uniqueArray(anyId), fc.uniqueArray(anyId), (chosen, primary) => {
      const before = chosen.map((id) => standingAt(id, new Set()));
      const after = follow(before, new Set(primary), NONE);
      expect(after.map(fdiToId).toSorted()).toEqual(chosen.toSorted());
    }),
  );
});

test('a tooth that an order names stays that tooth in every dentition', () => {
  expect(follow([14, 15], usualPositions('primary'), new Set(['tu5']))).toEqual([55, 14]);
  fc.assert(
    fc.property(fc.uniqueArray(anyId), fc.uniqueArray(anyId), (chosen, primary) => {
      const ordered = chosen.map((id) => standingAt(id, new Set()));
      expect(follow(ordered, new Set(primary), new Set(chosen)).toSorted()).toEqual(ordered.toSorted());
    }),
  );
});

test('each dentition has its usual primary positions', () => {
  for (const dentition of ['permanent', 'mixed', 'primary'] as const)
    expect(chartDentition(usualPositions(dentition))).toBe(dentition);
  expect(usualPositions('mixed').size).toBe(12);
  expect(usualPositions('mixed').has('tu8')).toBe(false);
  expect([...primaryPositions([55, 16, 71, 99])]).toEqual(['tu4', 'td9']);
});
