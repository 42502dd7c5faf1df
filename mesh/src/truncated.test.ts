import fc from 'fast-check';
import { expect, test } from 'vitest';
import { binaryStl } from './test-bytes.ts';
import { truncatedStl } from './truncated.ts';

const triangle = [0, 0, 0, 1, 0, 0, 0, 1, 0];
const whole = binaryStl(Array.from({ length: 40 }, () => triangle));

test('a truncated STL reports how many triangles it has and how many it declares', () => {
  fc.assert(
    fc.property(fc.integer({ min: 134, max: whole.length - 1 }), (size) => {
      const there = Math.floor((size - 84) / 50);
      expect(truncatedStl(whole.subarray(0, size), size)).toEqual({ there, promised: 40 });
    }),
  );
});

test('complete files, files without a facet, absurd counts and other formats are not truncated', () => {
  expect(truncatedStl(whole, whole.length)).toBeNull();
  expect(truncatedStl(whole.subarray(0, 130), 130)).toBeNull();
  const hostile = whole.slice();
  hostile.fill(255, 80, 84);
  expect(truncatedStl(hostile, hostile.length)).toBeNull();
  const other = whole.slice(0, 1000).fill(0xee, 84);
  expect(truncatedStl(other.fill(0x7f, 84), other.length)).toBeNull();
  expect(truncatedStl(new Uint8Array(), 0)).toBeNull();
});
