import type { OpenUpload } from '@cusp/contract/uploads';
import { expect, test } from 'vitest';
import { isStill, unfinishedUploads } from './UnfinishedUploads.tsx';

const open = (part: Partial<OpenUpload> = {}): OpenUpload => ({
  url: '/heclore/v1/uploads/a/',
  filename: '김.stl',
  size: 40_000_000,
  offset: 12_000_000,
  modified: 1000,
  ...part,
});
const file = (name: string, size = 40_000_000, lastModified = 1000) => ({ name, size, lastModified }) as File;

test('a partial upload is offered unless this page is sending its file', () => {
  const begun = open();
  expect(unfinishedUploads([begun, open({ offset: 0, filename: 'b.stl' })], [])).toEqual([begun]);
  expect(unfinishedUploads([begun], [{ file: file('김.stl'.normalize('NFD')) }])).toEqual([]);
  expect(unfinishedUploads([begun], [{ file: file('김.stl', 5) }])).toEqual([begun]);
  expect(unfinishedUploads([begun, open({ url: 'b' })], [])).toEqual([begun]);
});

test.each([
  ['김.stl', 40_000_000, 1000, 'same'],
  ['김.stl'.normalize('NFD'), 40_000_000, 1000, 'same'],
  ['김.stl', 40_000_000, 2000, 'changed'],
  ['김.stl', 39_000_000, 1000, 'other'],
  ['b.stl', 40_000_000, 1000, 'other'],
])('%s of %i bytes, changed at %i, is the %s file', (name, size, modified, kind) => {
  expect(isStill(open(), file(name, size, modified))).toBe(kind);
});
