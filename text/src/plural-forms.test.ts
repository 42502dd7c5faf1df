import { expect, test } from 'vitest';
import { LANGUAGES } from './languages.ts';
import { withMillions } from './plural-forms.ts';

test('whole millions use the text of `other`, unless the language folder has its own', () => {
  const french = {
    list: { files_one: '{{count}} fichier', files_other: '{{count}} fichiers' },
    other: 'Autre',
  };
  expect(withMillions(french)).toEqual({
    list: { ...french.list, files_many: '{{count}} fichiers' },
    other: 'Autre',
  });
  const polish = { files_few: 'pliki', files_many: 'plików', files_other: 'pliku' };
  expect(withMillions(polish)).toEqual(polish);
});

test.each(LANGUAGES)(
  'in %s no whole number needs plural forms beyond those of small numbers and millions',
  (language) => {
    const rules = new Intl.PluralRules(language);
    const small = new Set(Array.from({ length: 1000 }, (_, n) => rules.select(n)));
    for (const number of [1e6, 2e6, 1e6 + 1, 1_500_000, 1e9]) {
      expect([...small, 'many']).toContain(rules.select(number));
    }
  },
);
