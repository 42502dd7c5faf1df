import { PREVIEW_NAME } from '@cusp/contract/file-types';
import { expect, test } from 'vitest';
import { inListOrder } from './file-order.ts';

test('scans come first, margin lines after everything that people open, the newest first within each', () => {
  const oldestFirst = [
    PREVIEW_NAME,
    '11-margin.xyz',
    'order.pdf',
    'a-lowerjaw.ply',
    'bite.stl',
    'a-upperjaw.ply',
    'b-lowerjaw.ply',
    'photo.jpg',
  ];
  expect(inListOrder(oldestFirst.map((filename) => ({ filename }))).map(({ filename }) => filename)).toEqual([
    'a-upperjaw.ply',
    'b-lowerjaw.ply',
    'a-lowerjaw.ply',
    'bite.stl',
    'photo.jpg',
    'order.pdf',
    '11-margin.xyz',
    PREVIEW_NAME,
  ]);
});
