/** The languages of pages, mails and printed forms; each has a folder in `languages/`. */
export const LANGUAGES = ['de', 'en', 'es', 'fr', 'it', 'pl', 'pt-BR', 'ko'] as const;
export type Language = (typeof LANGUAGES)[number];
