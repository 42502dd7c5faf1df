import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endsEarly } from './ends-early.ts';
import { binaryStl } from './test-bytes.ts';

const triangle = [0, 0, 0, 1, 0, 0, 0, 1, 0];
const whole = binaryStl(Array.from({ length: 40 }, () => triangle));

test('an STL that was cut off says how much of it is there', () => {
  fc.assert(
    fc.property(fc.integer({ min: 134, max: whole.length - 1 }), (size) => {
      const there = Math.floor((size - 84) / 50);
      expect(endsEarly(whole.subarray(0, size), size)).toEqual({ there, promised: 40 });
    }),
  );
});

test('a whole one, one without a facet, one that promises billions and other bytes are none', () => {
  expect(endsEarly(whole, whole.length)).toBeNull();
  expect(endsEarly(whole.subarray(0, 130), 130)).toBeNull();
  const hostile = whole.slice();
  hostile.fill(255, 80, 84);
  expect(endsEarly(hostile, hostile.length)).toBeNull();
  const other = whole.slice(0, 1000).fill(0xee, 84);
  expect(endsEarly(other.fill(0x7f, 84), other.length)).toBeNull();
  expect(endsEarly(new Uint8Array(), 0)).toBeNull();
});
