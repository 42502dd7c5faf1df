import { COUNTRY_CODES } from '@cusp/contract/countries';
import { expect, test } from 'vitest';
import { countryChoices, findCountries } from './country-names.ts';

test('all 249 assigned codes are listed once', () => {
  expect(new Set(COUNTRY_CODES).size).toBe(249);
  expect(COUNTRY_CODES.every((code) => /^[A-Z]{2}$/.test(code))).toBe(true);
});

test.each(['de', 'en', 'es', 'fr', 'it', 'pl', 'pt-BR', 'ko'])(
  'every country has a name in %s',
  (language) => {
    const choices = countryChoices(language);
    expect(choices.filter(({ value, label }) => value === label)).toEqual([]);
  },
);

test('countries are sorted by the alphabet of the language', () => {
  const names = countryChoices('de').map(({ label }) => label);
  expect(names.indexOf('Österreich')).toBeLessThan(names.indexOf('Pakistan'));
  expect(names[0]).toBe('Afghanistan');
});

test.each([
  ['de', 'osterr', 'AT'],
  ['de', 'KR', 'KR'],
  ['en', ' germ', 'DE'],
  ['fr', 'coree du sud', 'KR'],
  ['ko', '대한', 'KR'],
])('in %s "%s" finds %s first', (language, words, code) => {
  expect(findCountries(countryChoices(language), words)[0]?.value).toBe(code);
});

test('unmatched words find nothing, and an empty search finds all', () => {
  expect(findCountries(countryChoices('en'), 'atlantis')).toEqual([]);
  expect(findCountries(countryChoices('en'), '  ')).toHaveLength(249);
});
