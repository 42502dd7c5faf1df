import { expect, test } from 'vitest';
import { CaseListQuery } from './case-list.ts';
import { line, text } from './wire.ts';

test.each(['', ' \n\t', '\u200b', '\u3164', '\u2800 \u200d', '\ufeff\u00ad', '\u202e\u2069'])(
  '%j has no visible character and counts as empty',
  (unseen) => {
    expect(line(100).parse(unseen)).toBe('');
    expect(text(100).parse(unseen)).toBe('');
  },
);

test.each(['a', '.', 'ㅋ', '👍', '👨‍👩‍👧', 'می‌خواهم', '\u00adx'])('%j is not changed', (seen) => {
  expect(line(100).parse(seen)).toBe(seen);
  expect(text(100).parse(seen)).toBe(seen);
});

test('a line is composed before its length is checked', () => {
  expect(line(3).parse('김민준'.normalize('NFD'))).toBe('김민준');
  expect(line(100).parse('Zoe\u0308')).toBe('Zoë');
});

test('a line drops marks that would change the direction of neighbouring text', () => {
  expect(line(100).parse('Anna\u202egnp.exe\u2066')).toBe('Annagnp.exe');
});

test('a search accepts pasted text: tabs of a table, lines of a mail, invisible marks', () => {
  const searched = (search: string) => CaseListQuery.parse({ search }).search;
  expect(searched('Müller\tAnna\r\n')).toBe('Müller Anna');
  expect(searched('Mül\u200bler')).toBe('Müller');
  expect(searched('\u200b')).toBe('');
});

test('a page number beyond the last page is still valid', () => {
  const page = (wish: string) => CaseListQuery.parse({ page: wish }).page;
  expect(['1e9', '1000001'].map(page)).toEqual([1_000_000, 1_000_000]);
  expect(['0', '-1', '1.5', 'x', '', 'Infinity'].map(page)).toEqual([1, 1, 1, 1, 1, 1]);
});
