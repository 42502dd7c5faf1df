import { expect, test } from 'vitest';
import { GapTracker } from './gap-tracker.ts';

test('a start in a database without events waits for a first place that is committed late', () => {
  const gaps = new GapTracker();
  gaps.startAt(0);
  gaps.saw(3);
  expect(gaps.open()).toEqual([1, 2]);
  gaps.saw(1);
  expect(gaps.open()).toEqual([2]);
});

test('places up to the start are not waited for, nor those before the first without a start', () => {
  const gaps = new GapTracker();
  gaps.startAt(40);
  gaps.saw(42);
  expect([gaps.open(), gaps.highest]).toEqual([[41], 42]);
  const unstarted = new GapTracker();
  unstarted.saw(42);
  expect(unstarted.open()).toEqual([]);
});

test('a place that stays away for half a minute is given up', () => {
  const gaps = new GapTracker();
  gaps.startAt(1);
  gaps.saw(3, 0);
  expect([gaps.open(30_000), gaps.open(30_001)]).toEqual([[2], []]);
});
