import { COUNTRY_CODES } from '@cusp/contract/countries';
import { plainText } from '../../../ui/format/plain-text.ts';

export interface CountryChoice {
  value: string;
  label: string;
}

/** Every country with its name in a language, sorted by that language's alphabet. */
export function countryChoices(language: string): CountryChoice[] {
  const names = new Intl.DisplayNames([language, 'en'], { type: 'region' });
  const { compare } = new Intl.Collator(language);
  return COUNTRY_CODES.map((value) => ({ value, label: names.of(value) ?? value })).sort((a, b) =>
    compare(a.label, b.label),
  );
}

/**
 * The countries whose name contains the words or whose code equals them: code first, then names that start with them.
 */
export function findCountries(choices: readonly CountryChoice[], words: string): CountryChoice[] {
  const wanted = plainText(words);
  if (!wanted) return [...choices];
  const rank = ({ value, label }: CountryChoice): number => {
    const name = plainText(label);
    if (value.toLowerCase() === wanted) return 0;
    return name.startsWith(wanted) ? 1 : name.includes(wanted) ? 2 : 3;
  };
  const found = choices.filter((choice) => rank(choice) < 3);
  return found.sort((a, b) => rank(a) - rank(b));
}
