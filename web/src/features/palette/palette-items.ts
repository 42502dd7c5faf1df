import type { IconProps } from '@tabler/icons-react';
import Fuse from 'fuse.js';
import type { ComponentType } from 'react';
import { plainText } from '../../ui/format/plain-text.ts';
import { swapsOf } from '../../ui/near-words.ts';

export const GROUPS = ['cases', 'commands', 'people', 'screens'] as const;
export type Group = (typeof GROUPS)[number];

export interface Item {
  /** Unique among all items. */
  key: string;
  group: Group;
  label: string;
  /** Distinguishes it from others with the same label, shown beside it. */
  hint?: string;
  /** What it is about, after the hint; on a narrow screen in a line of its own. */
  detail?: string;
  /** More words by which it is found. */
  words?: string;
  /** Its shortcut as printed on the keys. */
  keys?: string;
  icon: ComponentType<IconProps>;
  run(): void;
}

/** Maximum number of items in a group while something is typed. */
const MOST = { cases: 6, commands: 5, people: 5, screens: 4 } satisfies Record<Group, number>;
export const MAX_RECENT = 5;
/**
 * Fuse's score of an item that only the server found, or only after swapping two letters: after the good matches,
 * before the doubtful ones.
 */
const FOUND_SCORE = 0.25;

const OPTIONS = {
  keys: [
    { name: 'label', weight: 3 },
    { name: 'hint', weight: 2 },
    { name: 'detail', weight: 2 },
    { name: 'words', weight: 1 },
  ],
  includeScore: true,
  ignoreDiacritics: true,
  ignoreLocation: true,
  threshold: 0.34,
  // Each word may occur anywhere, but all of them must occur.
  useTokenSearch: true,
  tokenMatch: 'all' as const,
};

interface Index {
  fuse: Fuse<Item>;
  /** All texts of the items. */
  known: string;
}

/** By the list of items, which stays the same during typing. */
const indexes = new WeakMap<readonly Item[], Index>();

/** The search index of these items, which is built once. */
export function indexOf(items: readonly Item[]): Index {
  let index = indexes.get(items);
  if (!index) {
    const texts = items.map(({ label, hint = '', detail = '', words = '' }) =>
      [label, hint, detail, words].join(' '),
    );
    index = { fuse: new Fuse(items, OPTIONS), known: plainText(texts.join('\n')) };
    indexes.set(items, index);
  }
  return index;
}

/** The typed text with two neighbouring letters of one word swapped, if that word is in an item. */
function unswapped(known: string, typed: string): string[] {
  const words = typed.split(/\s+/);
  return words.flatMap((word, place) =>
    swapsOf(word).flatMap((other) =>
      known.includes(plainText(other)) ? [words.with(place, other).join(' ')] : [],
    ),
  );
}

const NONE: readonly Item[] = [];

/** Scores of the items that match the typed text, the lower the better. */
function scoresOf(items: readonly Item[], words: string): Map<Item, number> {
  const scores = new Map<Item, number>();
  const { fuse, known } = indexOf(items);
  for (const { item, score = 0 } of fuse.search(words)) scores.set(item, score);
  for (const text of unswapped(known, words))
    for (const { item } of fuse.search(text)) if (!scores.has(item)) scores.set(item, FOUND_SCORE);
  return scores;
}

/**
 * The items for the typed text, in groups with the best match first, tolerating typing errors; `found` are those that the
 * server found, also in texts that they do not show. Without a text, the usual ones: recent cases, then available commands,
 * then the screens.
 */
export function shownItems(items: readonly Item[], text: string, found = NONE): [Group, Item[]][] {
  const words = text.trim();
  if (words === '')
    return GROUPS.filter((group) => group !== 'people').flatMap((group) => {
      const all = items.filter((item) => item.group === group);
      return all.length > 0 ? [[group, group === 'cases' ? all.slice(0, MAX_RECENT) : all]] : [];
    });
  const scores = scoresOf(items, words);
  // Indexed apart from the others, whose index would take too long to build again for each reply.
  const own = found.length > 0 ? scoresOf(found, words) : scores;
  const byKey = new Map(items.map((item) => [item.key, item]));
  const added: Item[] = [];
  for (const item of found) {
    const known = byKey.get(item.key);
    const score = (known && scores.get(known)) ?? own.get(item) ?? FOUND_SCORE;
    // A known case that is not in the list, because it was opened from elsewhere, does not have its order.
    const shown = known?.detail ? known : item;
    if (shown !== known) {
      if (known) scores.delete(known);
      added.push(shown);
    }
    scores.set(shown, score);
  }
  const scoreOf = (item: Item | undefined) => (item && scores.get(item)) ?? 1;
  return GROUPS.map((group): [Group, Item[]] => {
    const shown = [...items, ...added].filter((item) => item.group === group && scores.has(item));
    return [group, shown.sort((one, other) => scoreOf(one) - scoreOf(other)).slice(0, MOST[group])];
  })
    .filter(([, shown]) => shown.length > 0)
    .sort(([, [one]], [, [other]]) => scoreOf(one) - scoreOf(other));
}

/**
 * What Enter takes: the listed option that the arrow keys chose, or else the best match of the typed text, which the list
 * may not show yet.
 */
export function takenBy(
  items: readonly Item[],
  text: string,
  listed: readonly Item[],
  chosen: string | undefined,
  found = NONE,
): Item | undefined {
  return listed.find(({ key }) => key === chosen) ?? shownItems(items, text, found)[0]?.[1][0];
}
