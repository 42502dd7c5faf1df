import type { Language } from '@cusp/contract/wire';
import { LANGUAGE_NAMES } from '@cusp/text/languages';

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
