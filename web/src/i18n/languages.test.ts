import { LANGUAGES } from '@cusp/text/languages';
import { expect, test } from 'vitest';
import { isLanguage, LANGUAGE_CODES, spokenLanguage } from './languages.ts';

test('the selector offers every language of the contract', () => {
  expect([...LANGUAGE_CODES].sort()).toEqual([...LANGUAGES].sort());
});

test.each([
  [[null, '', 'ja', 'zh-CN'], 'en'],
  [['ja', 'fr-CA', 'de'], 'fr'],
  [['pt'], 'pt-BR'],
  [['PT-br'], 'pt-BR'],
  [['de-AT', 'en'], 'de'],
  [[undefined, 'ko-KR'], 'ko'],
])('the preference %j selects %s', (wishes, language) => expect(spokenLanguage(wishes)).toBe(language));

test('only the language codes of Cusp are accepted', () => {
  expect(isLanguage('ja')).toBe(false);
  expect(isLanguage('toString')).toBe(false);
  expect(isLanguage(null)).toBe(false);
  expect(isLanguage('pt-BR')).toBe(true);
});
