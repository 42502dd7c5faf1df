import { expect, test } from 'vitest';
import { CaseListQuery } from './case-list.ts';
import { inOwnOrder, looksEmpty, withoutTurning, withoutUnseen } from './unseen.ts';
import { line, text } from './wire.ts';

test.each(['', ' \n\t', '\u200b', '\u3164', '\u2800 \u200d', '\ufeff\u00ad', '\u202e\u2069'])(
  '%j shows nothing: it is no name and no comment',
  (unseen) => {
    expect(looksEmpty(unseen)).toBe(true);
    expect(line(100).parse(unseen)).toBe('');
    expect(text(100).parse(unseen)).toBe('');
  },
);

test.each(['a', '.', 'ㅋ', '👍', '👨‍👩‍👧', 'می‌خواهم', '­x'])(
  '%j shows something, and stays as it is',
  (seen) => {
    expect(looksEmpty(seen)).toBe(false);
    expect(line(100).parse(seen)).toBe(seen);
    expect(text(100).parse(seen)).toBe(seen);
  },
);

test('a name cannot turn round what stands beside it; Hebrew and Arabic stay', () => {
  expect(line(100).parse('Anna\u202egnp.exe\u2066')).toBe('Annagnp.exe');
  expect(withoutTurning('שלום\u200f!')).toBe('שלום\u200f!');
});

test('a number reads as it was written; the direction of whole words stays', () => {
  expect(inOwnOrder('Zahn \u202e16\u202c')).toBe('Zahn 16\u202c');
  expect(inOwnOrder('\u2067שלום\u2069')).toBe('\u2067שלום\u2069');
});

test('what nobody sees is left out for comparing', () => {
  expect(withoutUnseen('Mül\u200bler\u00ad')).toBe('Müller');
});

test('a search takes what was pasted: tabs of a table, lines of a mail, marks that nobody sees', () => {
  const searched = (search: string) => CaseListQuery.parse({ search }).search;
  expect(searched('Müller\tAnna\r\n')).toBe('Müller Anna');
  expect(searched('Mül\u200bler')).toBe('Müller');
  expect(searched('\u200b')).toBe('');
});

test('a page beyond all pages is still a page at the end', () => {
  const page = (wish: string) => CaseListQuery.parse({ page: wish }).page;
  expect(['1e9', '1000001'].map(page)).toEqual([1_000_000, 1_000_000]);
  expect(['0', '-1', '1.5', 'x', '', 'Infinity'].map(page)).toEqual([1, 1, 1, 1, 1, 1]);
});
