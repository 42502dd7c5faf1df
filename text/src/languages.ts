/** The languages of pages, mails and printed forms; each has a folder in `languages/`. */
export const LANGUAGES = ['de', 'en', 'es', 'fr', 'it', 'pl', 'pt-BR', 'ko'] as const;
export type Language = (typeof LANGUAGES)[number];

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
