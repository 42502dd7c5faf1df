import { expect, test } from 'vitest';
import { nextSegment } from './archive.ts';

test('segments follow each other, across files of positions too', () => {
  expect(nextSegment('000000010000000000000009')).toBe('00000001000000000000000A');
  expect(nextSegment('0000000A00000001000000FF')).toBe('0000000A0000000200000000');
});
