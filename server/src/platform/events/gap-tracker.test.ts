import { expect, test } from 'vitest';
import { GapTracker } from './gap-tracker.ts';

test('a start with an empty event table waits for a first seq that is committed late', () => {
  const gaps = new GapTracker();
  gaps.startAt(0);
  gaps.saw(3);
  expect(gaps.open()).toEqual([1, 2]);
  gaps.saw(1);
  expect(gaps.open()).toEqual([2]);
});

test('the gap tracker does not wait for seqs up to the start, nor for those before the first event without a start', () => {
  const gaps = new GapTracker();
  gaps.startAt(40);
  gaps.saw(42);
  expect([gaps.open(), gaps.highest]).toEqual([[41], 42]);
  const unstarted = new GapTracker();
  unstarted.saw(42);
  expect(unstarted.open()).toEqual([]);
});

test('the gap tracker gives up on a missing seq after half a minute', () => {
  const gaps = new GapTracker();
  gaps.startAt(1);
  gaps.saw(3, 0);
  expect([gaps.open(30_000), gaps.open(30_001)]).toEqual([[2], []]);
});
