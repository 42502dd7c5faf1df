import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MISSING, printable } from './printable.ts';

const latin = { hasGlyphForCodePoint: (point: number) => point >= 32 && point < 0x250 };

test('text is NFC, keeps line breaks, and replaces missing letters', () => {
  expect(printable('Mu\u0308ller\r\n\tx', latin)).toBe('Müller\n    x');
  expect(printable('a\u202eb\u200bc\u0000d', latin)).toBe('abcd');
  expect(printable('Anna\ufe0f\u3164Berg', latin)).toBe('AnnaBerg');
  expect(printable('김 x 😀', latin)).toBe(`${MISSING} x ${MISSING}`);
});

test('any input gives only letters of the font and line breaks', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      for (const letter of printable(text, latin))
        expect(
          letter === '\n' || letter === MISSING || latin.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0),
        ).toBe(true);
    }),
  );
});
