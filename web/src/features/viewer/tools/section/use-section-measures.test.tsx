// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Outline } from '../../../../viewer/tools/outline.ts';
import { carriedOver, type SectionMeasure, useSectionMeasures } from './use-section-measures.ts';

const line = (...places: number[]): Outline => ({
  scan: 1,
  layer: 'upper-jaw',
  lines: [Float64Array.from(places)],
});
const across = (id: number, y: number): SectionMeasure => ({
  id,
  kind: 'distance',
  places: [
    [0, y],
    [10, y],
  ],
  value: 10,
});
const before = { measures: [across(1, 0), across(2, 20)], changes: { again: 0, lost: 0 } };

test('measures stay where the outlines still are, and are reported as lost elsewhere', () => {
  const same = carriedOver(before, [line(0, 0, 10, 0), line(0, 20, 10, 20)]);
  expect(same).toEqual(before);
  const { measures, changes } = carriedOver(before, [line(0, 0, 10, 0), line(0, 21, 10, 21)]);
  expect(measures.map(({ id }) => id)).toEqual([1]);
  expect(changes).toEqual({ again: 0, lost: 1 });
});

test('a place within rounding distance moves to the new outline, and the length follows', () => {
  const { measures, changes } = carriedOver(before, [line(0.03, 0, 10, 0), line(0, 20, 10, 20)]);
  expect(measures[0]?.places[0]).toEqual([0.03, 0]);
  expect(measures[0]?.value).toBeCloseTo(9.97);
  expect(changes).toEqual({ again: 1, lost: 0 });
});

test('while the section of a newer version fails, measures of the former one are not listed, and are compared later', () => {
  const drawn = (surfaces: string, y: number) => ({ outlines: [line(0, y, 10, y)], view: '', surfaces });
  const { result, rerender } = renderHook(({ now }) => useSectionMeasures('plane', now), {
    initialProps: { now: drawn('old', 0) as ReturnType<typeof drawn> | undefined },
  });
  act(() => result.current.add([0, 0]));
  act(() => result.current.add([10, 0]));
  expect(result.current.measures.map(({ value }) => value)).toEqual([10]);
  rerender({ now: undefined });
  expect(result.current.measures).toEqual([]);
  rerender({ now: drawn('old', 0) });
  expect(result.current.measures.map(({ value }) => value)).toEqual([10]);
  rerender({ now: undefined });
  rerender({ now: drawn('new', 5) });
  expect([result.current.measures, result.current.changes]).toEqual([[], { again: 0, lost: 1 }]);
});
