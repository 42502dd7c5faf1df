import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '@cusp/contract/wire';
import type { Page } from '@playwright/test';

const FOLDER = join(import.meta.dirname, '../../languages');

const known = new Map<Language, Map<string, string>>();

/** Every text of a language by `namespace.key`; plural forms keep their suffix. */
export function textsOf(language: Language): Map<string, string> {
  const texts = known.get(language) ?? readTexts(language);
  known.set(language, texts);
  return texts;
}

function readTexts(language: Language): Map<string, string> {
  const texts = new Map<string, string>();
  const collect = (path: string, value: unknown) => {
    if (typeof value === 'string') texts.set(path, value);
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) collect(`${path}.${key}`, inner);
  };
  const files = readdirSync(join(FOLDER, language)).filter((file) => file.endsWith('.json'));
  for (const file of files)
    collect(file.replace('.json', ''), JSON.parse(readFileSync(join(FOLDER, language, file), 'utf8')));
  return texts;
}

/**
 * Untranslated text on a page: text keys, and English texts that differ in this language. Short single words are
 * ignored because they may be correct.
 */
export function foreignWords(language: Language, shown: readonly string[]): string[] {
  const own = new Set(textsOf(language).values());
  const english = textsOf('en');
  const names = [...english.keys()].flatMap((key) => [key, key.split('.').slice(1).join('.')]);
  const foreign = new Set([...names.filter((name) => /[.A-Z_]/.test(name)), ...english.values()]);
  return shown.filter((text) => foreign.has(text) && !own.has(text));
}

/** All visible text and accessible names of a page. */
export const wordsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const words = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement?.closest('script, style')) words.add(node.textContent?.trim() ?? '');
    }
    for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
      for (const each of document.querySelectorAll(`[${name}]`))
        words.add(each.getAttribute(name)?.trim() ?? '');
    }
    words.delete('');
    return [...words];
  });

/** How many pixels a page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const { documentElement: root, body } = document;
    return Math.max(root.scrollWidth - root.clientWidth, body.scrollWidth - body.clientWidth);
  });
