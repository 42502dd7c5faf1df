import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '@cusp/text/languages';
import type { Plugin } from 'vite';
import { TEXT_PACKS } from './src/i18n/text-packs.ts';

const FOLDER = join(import.meta.dirname, '../languages');
const ALL = 'virtual:texts';
/**
 * The ids of these modules look like files, because the names of all built modules are relative to the web's folder.
 */
const END = '.texts';
const { start, ...later } = TEXT_PACKS;

/**
 * `virtual:texts` loads a language, `virtual:texts/de/start` has the texts of its sign-in and loads the others, and
 * `virtual:texts/de/first` is a group of those. So the first page contains the names of eight files instead of all
 * texts in all languages, and a screen loads one file of texts instead of a dozen.
 */
export function textPacks(): Plugin {
  return {
    name: 'text-packs',
    resolveId: {
      filter: { id: /^virtual:texts(\/|$)/ },
      handler: (id) => join(FOLDER, `${id.slice(ALL.length)}${END}`).replaceAll('\\', '/'),
    },
    load: {
      filter: { id: /[\\/]languages[\\/].*\.texts$/ },
      handler(id) {
        const [language, pack = 'start'] = id.slice(FOLDER.length + 1, -END.length).split('/');
        const code = !language ? allOf() : pack === 'start' ? languageOf(language) : groupOf(language, pack);
        return { code, moduleType: 'js' };
      },
    },
  };
}

const fileOf = (language: string, name: string) =>
  JSON.stringify(join(FOLDER, language, `${name}.json`).replaceAll('\\', '/'));
const quoted = (text: string) => JSON.stringify(text);

const allOf = () =>
  `export const packs = {${LANGUAGES.map((each) => `${quoted(each)}: () => import('${ALL}/${each}/start')`)}}`;

function languageOf(language: string): string {
  const names = readdirSync(join(FOLDER, language)).flatMap((file) => /^(.+)\.json$/.exec(file)?.[1] ?? []);
  const groups = Object.entries(later).map(([pack, members]) => ({
    pack,
    members: new Set<string>(members),
  }));
  const loaded = (name: string) => {
    const group = groups.find(({ members }) => members.has(name));
    return group
      ? `import('${ALL}/${language}/${group.pack}').then((all) => all[${quoted(name)}])`
      : `import(${fileOf(language, name)}).then((all) => all.default)`;
  };
  const others = names.filter((name) => !(start as readonly string[]).includes(name));
  return [
    ...start.map((name) => `import ${name} from ${fileOf(language, name)};`),
    `export const start = {${start.join()}};`,
    `export const others = {${others.map((name) => `${quoted(name)}: () => ${loaded(name)}`)}};`,
  ].join('\n');
}

const groupOf = (language: string, pack: string) =>
  later[pack as keyof typeof later]
    .map((name) => `export { default as ${quoted(name)} } from ${fileOf(language, name)};`)
    .join('\n');
