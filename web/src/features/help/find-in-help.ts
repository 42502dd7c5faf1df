import Fuse from 'fuse.js';
import type { Block, HelpGroup, Inline } from './help.types.ts';

/** An article until its first heading, or one of its sections. */
interface Section {
  /** Below /help, with the anchor of a section. */
  to: string;
  title: string;
  heading: string;
  text: string;
}

const MOST = 12;

const OPTIONS = {
  keys: [
    { name: 'heading', weight: 3 },
    { name: 'title', weight: 2 },
    { name: 'text', weight: 1 },
  ],
  ignoreDiacritics: true,
  ignoreLocation: true,
  threshold: 0.3,
  // Each word may occur anywhere, but all of them must occur.
  useTokenSearch: true,
  tokenMatch: 'all' as const,
};

const wordsOf = (inline: readonly Inline[]): string =>
  inline
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('label' in part) return part.label;
      return 'text' in part ? part.text : '';
    })
    .join('');

const textOf = (block: Block): string => {
  if (block.kind === 'list') return block.items.map(wordsOf).join(' ');
  return 'inline' in block ? wordsOf(block.inline) : '';
};

export function sectionsOf(groups: readonly HelpGroup[]): Section[] {
  return groups.flatMap(({ articles }) =>
    articles.flatMap(({ id, title, blocks }) => {
      const sections: Section[] = [{ to: id, title, heading: '', text: '' }];
      for (const block of blocks) {
        if (block.kind === 'heading')
          sections.push({ to: `${id}#${block.id}`, title, heading: block.title, text: '' });
        const last = sections.at(-1);
        if (last) last.text = `${last.text} ${textOf(block)}`.trim();
      }
      return sections;
    }),
  );
}

/** Finds sections in spite of typing errors, the best match first. */
export function finder(sections: readonly Section[]): (words: string) => Section[] {
  const fuse = new Fuse(sections, OPTIONS);
  return (words) => fuse.search(words, { limit: MOST }).map(({ item }) => item);
}

export type { Section };
