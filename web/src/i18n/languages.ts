import type { Language } from '@cusp/contract/wire';

/** The languages in their own names, in the order of the selector. */
export const LANGUAGE_NAMES = {
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  pl: 'Polski',
  'pt-BR': 'Português (Brasil)',
  ko: '한국어',
} as const satisfies Record<Language, string>;

export const LANGUAGE_CODES = Object.keys(LANGUAGE_NAMES) as Language[];

export const isLanguage = (value: string | null | undefined): value is Language =>
  value !== null && value !== undefined && Object.hasOwn(LANGUAGE_NAMES, value);

/** The first preferred language that we support, by its full tag or its primary subtag; else English. */
export function spokenLanguage(wishes: readonly (string | null | undefined)[]): Language {
  for (const wish of wishes) {
    const tag = wish?.toLowerCase();
    if (!tag) continue;
    const exact = LANGUAGE_CODES.find((code) => code.toLowerCase() === tag);
    const near = LANGUAGE_CODES.find((code) => code.split('-')[0] === tag.split('-')[0]);
    if (exact ?? near) return (exact ?? near) as Language;
  }
  return 'en';
}
