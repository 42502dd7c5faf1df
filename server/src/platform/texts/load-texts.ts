import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LANGUAGES, Language } from '@cusp/contract/wire';
import { createInstance, type i18n } from 'i18next';

const LANGUAGES_DIR = join(import.meta.dirname, '../../../../languages');

export const languageOrEnglish = (tag: string): Language => Language.catch('en').parse(tag);

/** What the server itself says, in every language; a missing key or placeholder is an error, not an empty line. */
export async function loadTexts(namespace: 'mail' | 'sms'): Promise<i18n> {
  const entries = await Promise.all(
    LANGUAGES.map(async (language) => {
      const file = await readFile(join(LANGUAGES_DIR, language, `${namespace}.json`), 'utf8');
      return [language, { [namespace]: JSON.parse(file) as Record<string, unknown> }] as const;
    }),
  );
  const texts = createInstance();
  await texts.init({
    resources: Object.fromEntries(entries),
    lng: 'en',
    fallbackLng: false,
    ns: [namespace],
    defaultNS: namespace,
    // React escapes in the HTML part of a mail; everything else is plain.
    interpolation: { escapeValue: false },
    missingInterpolationHandler: (_text, match: string[]) => {
      throw new Error(`a text of ${namespace} lacks a value for ${match[0]}`);
    },
    parseMissingKeyHandler: (key) => {
      throw new Error(`${namespace} lacks the text ${key}`);
    },
  });
  return texts;
}
