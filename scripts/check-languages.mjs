import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deadLinks, labelsOf, readPages, shapeOf } from './lib/help-pages.mjs';
import { at } from './lib/project.mjs';

/**
 * Checks that each language has the namespaces, keys, placeholders and tags of English, in its own words, and the
 * articles, sections and links of the English help, which may only quote texts that exist.
 */
const languages = ['de', 'en', 'es', 'fr', 'it', 'ko', 'pl', 'pt-BR'];

/** Longer texts that are correctly identical in another language: names and addresses. */
const sameEverywhere = new Set([]);

const folder = process.argv[2] ?? at('languages');
const plural = /^(.*?)((?:_ordinal)?)_(zero|one|two|few|many|other)$/;
const problems = [];
let texts = 0;

function flatten(value, path, out) {
  if (value === null || typeof value !== 'object') return out.set(path, value);
  for (const [key, inner] of Object.entries(value)) flatten(inner, path ? `${path}.${key}` : key, out);
  return out;
}

function load(language) {
  const namespaces = new Map();
  const own = join(folder, language);
  for (const file of existsSync(own) ? readdirSync(own).filter((name) => name.endsWith('.json')) : []) {
    try {
      namespaces.set(file, flatten(JSON.parse(readFileSync(join(own, file), 'utf8')), '', new Map()));
    } catch (error) {
      problems.push(`${language}/${file}: ${error.message}`);
    }
  }
  return namespaces;
}

const placeholders = (text) => [...text.matchAll(/\{\{-?\s*([^},\s]+)/g)].map((match) => match[1]).sort();
const tags = (text) =>
  [...text.matchAll(/<\/?[\w]+\s*\/?>/g)].map((match) => match[0].replaceAll(' ', '')).sort();
const words = (text) => text.replace(/\{\{.*?\}\}|<.*?>/g, ' ').match(/\p{L}+/gu)?.length ?? 0;

/** The plural forms of whole numbers in a language, without the one for whole millions (see plural-forms.ts). */
function forms(language, type) {
  const rules = new Intl.PluralRules(language, { type });
  return new Set(Array.from({ length: 1000 }, (_, n) => rules.select(n)));
}

/** The keys that `language` needs for English's keys, each with the English text to translate. */
function wanted(english, language) {
  const keys = new Map();
  for (const [key, text] of english) {
    const [, base, ordinal] = plural.exec(key) ?? [];
    const other = base === undefined ? undefined : english.get(`${base}${ordinal}_other`);
    if (other === undefined) keys.set(key, text);
    else
      for (const form of forms(language, ordinal ? 'ordinal' : 'cardinal'))
        keys.set(`${base}${ordinal}_${form}`, other);
  }
  return keys;
}

function compare(where, key, text, english) {
  const wrong = (what) => problems.push(`${where} ${key}: ${what}`);
  if (typeof text !== 'string') return wrong('is not a text');
  if (!text.trim()) return wrong('is empty');
  const [has, needs] = [placeholders(text), placeholders(english)];
  // "One case" need not contain the number.
  const optional = plural.test(key) ? ['count'] : [];
  const missing = needs.filter((name) => !has.includes(name) && !optional.includes(name));
  const unknown = has.filter((name) => !needs.includes(name) && !optional.includes(name));
  if (missing.length) wrong(`lacks {{${missing.join('}}, {{')}}}`);
  if (unknown.length) wrong(`has {{${unknown.join('}}, {{')}}}, which English does not`);
  if (tags(text).join() !== tags(english).join()) wrong('has other tags than English');
  if (!where.startsWith('en/') && text === english && words(text) > 3 && !sameEverywhere.has(text)) {
    wrong(`is still English: "${text}"`);
  }
}

const english = load('en');
if (!english.size) problems.push(`${join(folder, 'en')} holds no texts`);
const extra = existsSync(folder) ? readdirSync(folder).filter((name) => !languages.includes(name)) : [];
for (const name of extra) problems.push(`${name}: not one of ${languages.join(', ')}`);

for (const language of languages) {
  const namespaces = load(language);
  for (const file of namespaces.keys()) {
    if (!english.has(file)) problems.push(`${language}/${file}: English has no such namespace`);
  }
  for (const [file, source] of english) {
    const where = `${language}/${file}`;
    const target = namespaces.get(file);
    if (!target) {
      problems.push(`${where}: missing`);
      continue;
    }
    const needed = wanted(source, language);
    for (const [key, text] of needed) {
      if (!target.has(key)) problems.push(`${where} ${key}: missing`);
      else compare(where, key, target.get(key), text);
    }
    for (const key of target.keys()) {
      const [, base, ordinal] = plural.exec(key) ?? [];
      const form = base !== undefined && source.has(`${base}${ordinal}_other`);
      if (!needed.has(key) && !form) problems.push(`${where} ${key}: English has no such key`);
    }
    texts += target.size;
  }
}

/** The help and the news of a language; only the parts that English has too. */
function compareHelp(language) {
  const sourceOf = (of, file) => readFileSync(join(folder, of, file), 'utf8');
  const labels = labelsOf((namespace) => JSON.parse(sourceOf(language, `${namespace}.json`)));
  const [help, news] = ['help.md', 'whats-new.md'].map((file) => {
    const source = sourceOf(language, file);
    const [own, english] = [shapeOf(source), shapeOf(sourceOf('en', file))];
    const at = english.findIndex((mark, index) => mark !== own[index]);
    if (at >= 0 || own.length !== english.length) {
      const first = at < 0 ? english.length : at;
      const where = own.slice(0, first).findLast((mark) => mark.startsWith('#')) ?? 'the beginning';
      problems.push(`${language}/${file}: not as in English after "${where}": ${own[first]}`);
    }
    return readPages(source, labels);
  });
  for (const to of [...deadLinks(help), ...deadLinks(news, help)])
    problems.push(`${language}: the help links to ${to}, which does not exist`);
}

if (existsSync(join(folder, 'en', 'help.md')))
  for (const language of languages)
    try {
      compareHelp(language);
    } catch (error) {
      problems.push(`${language}: help: ${error.message}`);
    }

if (problems.length) {
  console.error(`${problems.join('\n')}\n\n${problems.length} problems in the languages`);
  process.exitCode = 1;
} else {
  console.info(`${texts} texts in ${languages.length} languages`);
}
