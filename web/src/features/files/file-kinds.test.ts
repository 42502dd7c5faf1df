import { expect, test } from 'vitest';
import { isMesh, isPreviewable, orderFormOf } from './file-kinds.ts';

const named = (...names: string[]) => names.map((filename) => ({ filename }));

test.each([
  [['a.pdf'], undefined],
  [['a.qcProject'], undefined],
  [['a.qcProject', 'b.pdf'], undefined],
  [['a.qcProject', 'A.PDF'], 'A.PDF'],
  [['old.qcProject', 'old.pdf', 'new.qcProject', 'new.pdf'], 'new.pdf'],
])('the order form among %j is %s', (names, form) => {
  expect(orderFormOf(named(...names))?.filename).toBe(form);
});

test('only the extension decides about the kind of a file', () => {
  expect(['a.stl', 'a.PLY', 'a.3oxz', 'a.xyz', 'stl'].map(isMesh)).toEqual([true, true, true, false, false]);
  for (const name of ['a.png', 'a.JPG', 'a.jpeg', 'a.webp', 'a.avif', 'a.heic', 'a.pdf'])
    expect(isPreviewable(name), name).toBe(true);
  for (const name of ['a.svg', 'a.jxl', 'a.dcm']) expect(isPreviewable(name), name).toBe(false);
});
