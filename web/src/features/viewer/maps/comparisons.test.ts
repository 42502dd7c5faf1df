import { expect, test } from 'vitest';
import type { ViewerFile } from '../../../viewer/plan-scene.ts';
import { comparisonsOf, fileOf, filesOf } from './comparisons.ts';

const file = (id: number, more: Partial<ViewerFile> = {}): ViewerFile => ({
  id,
  filename: `${id}.stl`,
  size: 1,
  updatedAt: '2026-01-01T00:00:00Z',
  ...more,
});

test('scans with earlier versions come first, and their versions before other scans', () => {
  const newest = file(2, { earlier: [file(20), file(19)] });
  const pairs = comparisonsOf([file(1), newest], true).map(({ scan, others }) => [
    scan.id,
    others.map((other) => other.file.id),
  ]);
  expect(pairs).toEqual([
    [2, [20, 19, 1]],
    [1, [2]],
  ]);
});

test('no version is offered that cannot be shown or fetched', () => {
  const scan = file(1, { earlier: [file(10, { failure: 'truncated' }), file(9)] });
  expect(comparisonsOf([scan], true)[0]?.others.map((other) => other.file.id)).toEqual([9]);
  expect(comparisonsOf([scan], false)).toEqual([]);
  expect(comparisonsOf([file(1)], true)).toEqual([]);
});

test('a shown scan is found while its next version loads, with the versions before it', () => {
  const files = [file(1), file(21, { earlier: [file(20), file(19)] })];
  expect(fileOf(files, 20)).toMatchObject({ id: 20, earlier: [{ id: 19 }] });
  expect(fileOf(files, 21)).toMatchObject({ id: 21, earlier: [{ id: 20 }, { id: 19 }] });
  expect(fileOf(files, 3)).toBeUndefined();
});

test('shown scans are in the order of the case', () => {
  const files = [file(1), file(21, { earlier: [file(20)] }), file(3)];
  expect(filesOf(files, [3, 20, 1, 4]).map(({ id }) => id)).toEqual([1, 20, 3]);
});
