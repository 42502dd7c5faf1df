import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitWords } from './fit-words.ts';

test('overlong words are broken at the line width without losing letters', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400 }), fc.integer({ min: 1, max: 60 }), (text, width) => {
      const fitted = fitWords(text, width, () => 1);
      expect(fitted.replaceAll('\n', '')).toBe(text.replaceAll('\n', ''));
      for (const word of fitted.split(/\s+/))
        if (word.length >= 24) expect(word.length).toBeLessThanOrEqual(width);
    }),
  );
  expect(fitWords(`ab ${'x'.repeat(50)}`, 20, () => 1)).toBe(
    `ab ${'x'.repeat(20)}\n${'x'.repeat(20)}\n${'x'.repeat(10)}`,
  );
});

test('an overlong name is broken after its hyphen', () => {
  expect(fitWords('Hohenlohe-Waldenburg-Schillingsfürst', 24, () => 1)).toBe(
    'Hohenlohe-Waldenburg-\nSchillingsfürst',
  );
  expect(fitWords(`a-${'x'.repeat(30)}`, 20, () => 1)).toBe(`a-\n${'x'.repeat(20)}\n${'x'.repeat(10)}`);
});
