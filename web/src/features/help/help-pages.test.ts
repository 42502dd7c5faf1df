import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isPage } from '@cusp/contract/pages';
import { SHORTCUTS } from '@cusp/contract/profile.routes';
import { LANGUAGES } from '@cusp/text/languages';
import { describe, expect, test } from 'vitest';
import latest from '../../../../languages/en/whats-new.md?latest';
import { finder, sectionsOf } from './find-in-help.ts';
import type { HelpGroup, Inline } from './help.types.ts';

const pages = import.meta.glob<HelpGroup[]>('../../../../languages/*/{help,whats-new}.md', {
  import: 'default',
  eager: true,
});
const groupsOf = (language: string, name: string): HelpGroup[] =>
  pages[`../../../../languages/${language}/${name}.md`] ?? [];

const inlineOf = (groups: HelpGroup[]): Inline[] =>
  groups
    .flatMap(({ articles }) => articles)
    .flatMap(({ blocks }) => blocks)
    .flatMap((block) => {
      if (block.kind === 'list') return block.items.flat();
      return 'inline' in block ? block.inline : [];
    });

describe.each(LANGUAGES)('the help in %s', (language) => {
  const all = [...groupsOf(language, 'help'), ...groupsOf(language, 'whats-new')];

  test('the help has every article with its summary, links to existing pages and keys of existing shortcuts', () => {
    const articles = groupsOf(language, 'help').flatMap((group) => group.articles);
    expect(articles.length).toBeGreaterThanOrEqual(18);
    for (const { id, blocks } of articles) expect(blocks[0]?.kind, id).toBe('text');
    for (const part of inlineOf(all)) {
      if (typeof part === 'string') expect(part.replaceAll('{app_name}', '')).not.toMatch(/[{}]|\*\*/);
      else if ('to' in part && part.to.startsWith('/')) expect(isPage(part.to), part.to).toBe(true);
      else if ('shortcut' in part && part.shortcut !== 'palette') expect(SHORTCUTS).toContain(part.shortcut);
    }
  });

  test('the help has all its pictures in this language', () => {
    const folder = join(import.meta.dirname, 'pictures', language);
    const named = all
      .flatMap(({ articles }) => articles)
      .flatMap(({ blocks }) => blocks)
      .flatMap((block) => (block.kind === 'picture' ? [`${block.name}.webp`] : []));
    expect(readdirSync(folder).sort()).toEqual([...new Set(named)].sort());
  });
});

test('news is in the order of its days, and the mark in the menu compares with the latest', () => {
  const days = groupsOf('en', 'whats-new').flatMap(({ articles }) => articles.map(({ id }) => id));
  for (const day of days) expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(days).toEqual([...days].sort().reverse());
  expect(days[0]).toBe(latest);
});

test.each([
  ['en', 'pontic', 'teeth#choose'],
  ['en', 'recovry code', 'sign-in#recovery'],
  ['de', 'Wiederherstelungscode', 'sign-in#recovery'],
  ['de', 'brückenglied', 'teeth#choose'],
  ['es', 'odontogrma', 'teeth#chart'],
  ['fr', 'cle d’acces', 'sign-in#passkey'],
  ['it', 'segnapsto', 'comments#pin'],
  ['pl', 'klucz dostepu', 'sign-in#passkey'],
  ['pt-BR', 'escaner bloqueado', 'scanners#locked'],
  ['ko', '패스키', 'sign-in#passkey'],
])('in %s a search for "%s" finds %s in spite of typing errors', (language, words, to) => {
  const found = finder(sectionsOf(groupsOf(language, 'help')))(words);
  expect(found.slice(0, 4).map((section) => section.to)).toContain(to);
});

test('a search for words that no article has finds nothing', () => {
  expect(finder(sectionsOf(groupsOf('en', 'help')))('xylophone quartet')).toEqual([]);
});
