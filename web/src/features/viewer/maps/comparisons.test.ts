import { expect, test } from 'vitest';
import type { ViewerFile } from '../../../viewer/plan-scene.ts';
import { comparisonsOf } from './comparisons.ts';

const file = (id: number, more: Partial<ViewerFile> = {}): ViewerFile => ({
  id,
  filename: `${id}.stl`,
  size: 1,
  updatedAt: '2026-01-01T00:00:00Z',
  ...more,
});

test('first the scan with earlier versions, and these before the other scans', () => {
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

test('a version that cannot be shown is not offered, and none where its bytes cannot be fetched', () => {
  const scan = file(1, { earlier: [file(10, { failure: 'truncated' }), file(9)] });
  expect(comparisonsOf([scan], true)[0]?.others.map((other) => other.file.id)).toEqual([9]);
  expect(comparisonsOf([scan], false)).toEqual([]);
  expect(comparisonsOf([file(1)], true)).toEqual([]);
});
