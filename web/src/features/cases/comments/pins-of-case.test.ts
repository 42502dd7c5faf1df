import type { CaseComment } from '@cusp/contract/case-comment';
import type { CaseFile } from '@cusp/contract/cases';
import { describe, expect, test } from 'vitest';
import { earlierScanOf, nextPictureName, pinsOfCase, scanOf } from './pins-of-case.ts';

const file = (id: number, filename: string, earlier: number[] = []) =>
  ({ id, filename, earlier: earlier.map((version) => ({ id: version, filename })) }) as CaseFile;
const on = (id: number, filename: string, is_deleted = false) => ({ file: { id, filename, is_deleted } });

const FILES = [file(1, 'upper.stl', [11, 12]), file(2, 'lower.stl')];

describe('the scan of a pin', () => {
  test('a pin belongs to the newest version of its scan', () => {
    expect(scanOf(FILES, on(2, 'lower.stl'))?.id).toBe(2);
    expect(scanOf(FILES, on(12, 'upper.stl'))?.id).toBe(1);
    expect(earlierScanOf(FILES, on(12, 'upper.stl'))?.id).toBe(12);
    expect(earlierScanOf(FILES, on(1, 'upper.stl'))).toBeUndefined();
  });

  test('a pin of a deleted version uses the newest scan of that name, and disappears with the last', () => {
    expect(scanOf(FILES, on(99, 'upper.stl', true))?.id).toBe(1);
    expect(scanOf(FILES, on(99, 'bite.stl', true))).toBeUndefined();
  });
});

test('pins of deleted scans are not shown', () => {
  const comment = (id: number, pin: object | null) =>
    ({ id, pin, name: 'Anna Berg', text: 'x'.repeat(200), author_is_unknown: id === 3 }) as CaseComment;
  const pins = pinsOfCase(
    [
      comment(1, { no: 1, ...on(11, 'upper.stl') }),
      comment(2, null),
      comment(3, { no: 2, ...on(2, 'lower.stl') }),
      comment(4, { no: 3, ...on(99, 'gone.stl', true) }),
    ],
    FILES,
    'Unknown',
  );
  expect(pins.map(({ key, no, scan, author }) => [key, no, scan, author])).toEqual([
    [1, 1, 1, 'Anna Berg'],
    [3, 2, 2, 'Unknown'],
  ]);
  expect(pins[0]?.text).toHaveLength(80);
});

test('picture numbers continue from the last one of the case', () => {
  const named = (...names: string[]) => names.map((filename) => ({ filename }));
  expect(nextPictureName('2611-7K', [])).toMatch(/^view-2611-7K-1-[a-z]{4}\.png$/);
  const files = named('view-2611-7K-2.png', 'view-2611-9Z-7.png', 'view-2611-7K-x.png', 'photo-8.png');
  expect(nextPictureName('2611-7K', files)).toMatch(/^view-2611-7K-3-/);
  expect(nextPictureName('2611-7K', named('view-2611-7K-4-bcdf.png'))).toMatch(/^view-2611-7K-5-/);
});

test('two pictures taken at the same moment have different names', () => {
  const names = Array.from({ length: 2 }, () => nextPictureName('2611-7K', []));
  expect(new Set(names).size).toBe(2);
});
