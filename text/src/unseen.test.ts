import { expect, test } from 'vitest';
import { inOwnOrder, looksEmpty, withoutTurning, withoutUnprintable, withoutUnseen } from './unseen.ts';

test.each(['', ' \n\t', '\u200b', '\u3164', '\u2800 \u200d', '\ufeff\u00ad', '\u202e\u2069'])(
  '%j has no visible character and counts as empty',
  (unseen) => {
    expect(looksEmpty(unseen)).toBe(true);
  },
);

test.each(['a', '.', 'ㅋ', '👍', '👨‍👩‍👧', 'می‌خواهم', '­x'])(
  '%j has a visible character and is not changed',
  (seen) => {
    expect(looksEmpty(seen)).toBe(false);
  },
);

test('a name cannot reverse neighbouring text; Hebrew and Arabic stay intact', () => {
  expect(withoutTurning('Anna\u202egnp.exe\u2066')).toBe('Annagnp.exe');
  expect(withoutTurning('שלום\u200f!')).toBe('שלום\u200f!');
});

test('numbers keep their order of digits; the direction of whole words stays', () => {
  expect(inOwnOrder('Zahn \u202e16\u202c')).toBe('Zahn 16\u202c');
  expect(inOwnOrder('\u2067שלום\u2069')).toBe('\u2067שלום\u2069');
});

test('invisible characters are removed for comparisons', () => {
  expect(withoutUnseen('Mül\u200bler\u00ad')).toBe('Müller');
});

test('a line for file names or print loses control characters, line breaks, marks and invisible letters', () => {
  expect(withoutUnprintable('a\u0000b\u2028c\u2029d\ufff9e\u202ef\u3164g\u2800h\ufe0fi\n')).toBe('abcdefghi');
  expect(withoutUnprintable("O'Neil 상악 🦷.stl")).toBe("O'Neil 상악 🦷.stl");
});
