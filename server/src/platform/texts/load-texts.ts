import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Language } from '@cusp/contract/wire';
import { koreanParticles } from '@cusp/text/korean-particles';
import { LANGUAGES } from '@cusp/text/languages';
import { type Texts, withMillions } from '@cusp/text/plural-forms';
import { createInstance, type i18n } from 'i18next';
import type { Db } from '../db/database.ts';

const LANGUAGES_DIR = join(import.meta.dirname, '../../../../languages');

export const languageOrEnglish = (tag: string): Language => Language.catch('en').parse(tag);

/** The language that a person has chosen. */
export async function languageOf(db: Db, userId: number): Promise<Language> {
  const person = await db
    .selectFrom('app_user')
    .select('language')
    .where('id', '=', userId)
    .executeTakeFirst();
  return languageOrEnglish(person?.language ?? 'en');
}

type Namespaces = [first: string, ...more: string[]];

const loaded = new Map<string, Promise<i18n>>();

/**
 * The texts of the server in all languages, loaded once; a missing key or placeholder throws. Keys without a namespace
 * belong to the first one.
 */
export function loadTexts(...namespaces: Namespaces): Promise<i18n> {
  const key = namespaces.join();
  const known = loaded.get(key);
  if (known) return known;
  const loading = load(namespaces);
  loaded.set(key, loading);
  // The next caller tries again.
  loading.catch(() => loaded.delete(key));
  return loading;
}

async function load(namespaces: Namespaces): Promise<i18n> {
  const entries = await Promise.all(
    LANGUAGES.map(async (language) => [language, await namespacesOf(language, namespaces)] as const),
  );
  const texts = createInstance();
  await texts.use(koreanParticles).init({
    resources: Object.fromEntries(entries),
    lng: 'en',
    fallbackLng: false,
    ns: namespaces,
    defaultNS: namespaces[0],
    // React escapes the HTML part of mails; everything else is plain text.
    interpolation: { escapeValue: false },
    postProcess: [koreanParticles.name],
    missingInterpolationHandler: (text, match: string[]) => {
      throw new Error(`the text "${text}" lacks a value for ${match[0]}`);
    },
    parseMissingKeyHandler: (key) => {
      throw new Error(`${namespaces.join(', ')} lack the text ${key}`);
    },
  });
  return texts;
}

async function namespacesOf(language: Language, namespaces: readonly string[]) {
  const texts = await Promise.all(
    namespaces.map(async (namespace) => {
      const file = await readFile(join(LANGUAGES_DIR, language, `${namespace}.json`), 'utf8');
      return [namespace, withMillions(JSON.parse(file) as Texts)] as const;
    }),
  );
  return Object.fromEntries(texts);
}
