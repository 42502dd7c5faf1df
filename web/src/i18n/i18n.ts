import { packs } from 'virtual:texts';
import type { Language } from '@cusp/contract/wire';
import { type Texts, withMillions } from '@cusp/text/plural-forms';
import i18next, { type BackendModule, type FlatNamespace } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { readPreference, writePreference } from '../ui/cookies.ts';
import { isLanguage, spokenLanguage } from './languages.ts';
import { TEXT_PACKS } from './text-packs.ts';

/** The server reads the same cookie for the page's first render and for mails. */
const COOKIE = 'cusp_language';

async function textsOf(language: string, namespace: string): Promise<Texts> {
  const [pack] = await Promise.all([
    isLanguage(language) ? packs[language]() : undefined,
    language === 'ko' && addParticles(),
  ]);
  const texts = pack?.start[namespace] ?? (await pack?.others[namespace]?.());
  if (!texts) throw new Error(`no texts ${language}/${namespace}`);
  return withMillions(texts);
}

/** Only Korean texts have particles that depend on the previous word. */
async function addParticles(): Promise<void> {
  const { koreanParticles } = await import('@cusp/text/korean-particles');
  i18next.use(koreanParticles);
}

/** Loads a namespace when a screen first asks for it. */
const folder: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (language, namespace, done) =>
    void textsOf(language, namespace).then(
      (texts) => done(null, texts),
      (error: unknown) => done(error as Error, null),
    ),
};

function languageAtStart(): Language {
  return spokenLanguage([readPreference(COOKIE), ...navigator.languages]);
}

/** Starts with the chosen language, else the browser's, else English. */
export async function startI18n(): Promise<void> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
  });
  await i18next
    .use(folder)
    .use(initReactI18next)
    .init({
      lng: languageAtStart(),
      // A check ensures that every language is complete, so an English fallback would only cost a download.
      fallbackLng: false,
      ns: [...TEXT_PACKS.start],
      // Screens use `errors`, of which the sign-in has only its own part.
      fallbackNS: 'refusals',
      defaultNS: 'common',
      load: 'currentOnly',
      interpolation: { escapeValue: false },
      returnNull: false,
      postProcess: ['korean-particles'],
      // Starts synchronously, so that other texts can load in parallel with those of the initial bundle.
      initAsync: false,
      maxParallelReads: 50,
    });
}

/** Loads texts in the language of the page; rejects if some cannot be loaded. */
export const loadTexts = (namespaces: readonly FlatNamespace[]): Promise<void> =>
  loadIn(i18next.language, namespaces);

async function loadIn(language: string, namespaces: readonly string[]): Promise<void> {
  const missing = () => namespaces.filter((name) => !i18next.hasResourceBundle(language, name));
  if (language === i18next.language) await i18next.loadNamespaces(namespaces);
  // i18next does not retry a namespace that failed to load.
  if (missing().length > 0) await i18next.reloadResources(language, missing());
  if (missing().length > 0) throw new Error(`no texts: ${missing().join(', ')}`);
}

export const currentLanguage = (): Language => (isLanguage(i18next.language) ? i18next.language : 'en');

let chosen: Language | undefined;

/**
 * Switches every text on the page without a reload, unless another language was chosen while the texts were loaded; rejects, and
 * changes nothing, if they cannot be loaded. Returns whether it switched.
 */
async function switchTo(language: Language): Promise<boolean> {
  chosen = language;
  // Otherwise i18next would switch without them, and show their keys.
  await loadIn(language, [i18next.options.ns ?? []].flat());
  if (chosen !== language) return false;
  await i18next.changeLanguage(language);
  return true;
}

/** Switches the page's language, like `switchTo`, and stores the choice in this browser. */
export async function showLanguage(language: Language): Promise<boolean> {
  const isShown = await switchTo(language);
  if (isShown) writePreference(COOKIE, language);
  return isShown;
}

/** Applies the language that another tab has chosen. */
export async function followLanguage(): Promise<void> {
  const stored = readPreference(COOKIE);
  if (isLanguage(stored) && stored !== i18next.language) await switchTo(stored);
}
