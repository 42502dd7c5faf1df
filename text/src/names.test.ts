import { expect, test } from 'vitest';
import { fullName, nameOrder, nameParts } from './names.ts';

test.each([
  ['Anna', 'Berg', 'Anna Berg'],
  [' Anna ', '', 'Anna'],
  ['', 'P-1042', 'P-1042'],
  ['', '', ''],
  ['민준', '김', '김민준'],
  ['민준'.normalize('NFD'), '김', '김민준'],
  ['민', '남궁', '남궁민'],
  ['파울', '베버', '파울 베버'],
  ['줄리아', '리히터', '줄리아 리히터'],
  ['민준', '', '민준'],
  ['Minjun', 'Kim', 'Minjun Kim'],
  ['민준', 'Kim', '민준 Kim'],
  ['小明', '王', '王小明'],
  ['さくら', '田中', '田中さくら'],
])('%j %j is %j', (first, last, name) => expect(fullName(first, last)).toBe(name));

test('a name is split at blanks', () => {
  expect(nameParts(' Anna ', 'Berg')).toEqual(['Anna', 'Berg']);
  expect(nameParts('민준', '김')).toEqual(['김민준']);
  expect(nameParts('', ' P-1042')).toEqual(['P-1042']);
  expect(nameParts(' ', '')).toEqual([]);
});

test.each([
  ['de', ['Anna', 'Änne', 'Arno', 'Zoë', '김민준'], ['Zoë', '김민준', 'Arno', 'Änne', 'Anna']],
  ['ko', ['강하늘', '김민준', '이서연', 'Anna', 'Zoë'], ['Zoë', '이서연', 'Anna', '김민준', '강하늘']],
  ['pl', ['Lena', 'Lukas', 'Łucja', 'Maria'], ['Maria', 'Łucja', 'Lukas', 'Lena']],
  ['es', ['Natalia', 'Nuria', 'Ñusta', 'Olga'], ['Olga', 'Ñusta', 'Nuria', 'Natalia']],
])('names are sorted as lists in %s are', (language, sorted, names) => {
  expect([...names].sort(nameOrder(language))).toEqual(sorted);
});
