import { withParticles } from '@cusp/text/korean-particles';
import type { Language } from '@cusp/text/languages';
import { type Texts, withMillions } from '@cusp/text/plural-forms';

/** The texts of the rows by namespace and key, `cases:list.noPatient`. */
export type RowTexts = Readonly<Record<string, string>>;

/** The parts of `languages/` that the rows and what is painted around them use. */
const USED = {
  cases: ['title', 'newCase', 'filter', 'list'],
  dental: ['statuses', 'types', 'materials', 'chart'],
  common: ['all', 'unknown', 'yesterday'],
} as const;
type Namespace = keyof typeof USED;

/** The texts of the rows from those of a language. */
export function rowTexts(textsOf: (namespace: Namespace) => Texts): RowTexts {
  const found: Record<string, string> = {};
  const add = (name: string, text: Texts[string] | undefined): void => {
    if (typeof text === 'string') found[name] = text;
    else for (const [key, inner] of Object.entries(text ?? {})) add(`${name}.${key}`, inner);
  };
  for (const namespace of Object.keys(USED) as Namespace[]) {
    const texts = withMillions(textsOf(namespace));
    for (const key of USED[namespace]) add(`${namespace}:${key}`, texts[key]);
  }
  return found;
}

/** Looks up texts of a namespace as i18next does, whose code is much larger: plurals by `count`, values in double braces. */
export function translator(texts: RowTexts, language: Language, namespace: Namespace) {
  const plurals = new Intl.PluralRules(language);
  return (key: string, values: Readonly<Record<string, unknown>> = {}): string => {
    const name = `${namespace}:${key}`;
    const form = typeof values.count === 'number' ? `${name}_${plurals.select(values.count)}` : name;
    // A server that is newer than the page may send other codes.
    const text = (texts[form] ?? texts[name] ?? texts['common:unknown'] ?? '').replace(
      /\{\{(\w+)\}\}/g,
      (_, value) => String(values[value] ?? ''),
    );
    return language === 'ko' ? withParticles(text) : text;
  };
}
