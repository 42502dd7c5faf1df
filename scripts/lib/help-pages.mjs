import { lexer } from 'marked';

/**
 * Reads `help.md` and `whats-new.md` of a language: `# Group {#id}`, `## Article {#id}`, `### Section {#id}`,
 * paragraphs, lists, `> notes`, `[links](article#section)`, `` `keys` `` and `![text](picture)` in a separate
 * paragraph. The first paragraph of an article is its summary. `{namespace:key}` is replaced by that text of the
 * screens, so that the help uses the labels of buttons; `{key:shortcut}` shows the keys of a shortcut, `{app_name}` the
 * name of the skin.
 */

const HEADING = /^(.*\S)\s+\{#([a-z0-9-]+)\}$/;
const REFERENCE = /\{([a-z][a-z-]*):([\w.-]+)\}/g;

function inlineOf(tokens, labelOf) {
  return tokens.flatMap((token) => {
    if (token.type === 'codespan') return [{ keys: token.text }];
    if (token.type === 'link') return [{ to: token.href, text: token.text }];
    if (token.type === 'text' || token.type === 'escape') return textOf(token.text, labelOf);
    throw new Error(`the help has no ${token.type}: ${token.raw}`);
  });
}

function textOf(text, labelOf) {
  const parts = [];
  let end = 0;
  for (const found of text.matchAll(REFERENCE)) {
    const [all, namespace, key] = found;
    if (found.index > end) parts.push(text.slice(end, found.index));
    parts.push(namespace === 'key' ? { shortcut: key } : { label: labelOf(namespace, key) });
    end = found.index + all.length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

function itemOf({ tokens }, labelOf) {
  const [only, more] = tokens;
  if (more || (only.type !== 'text' && only.type !== 'paragraph'))
    throw new Error('an item of a list is one paragraph');
  return inlineOf(only.tokens, labelOf);
}

function blockOf(token, labelOf) {
  const [first, second] = token.tokens ?? [];
  if (token.type === 'paragraph')
    return first.type === 'image' && !second
      ? { kind: 'picture', name: first.href, alt: first.text }
      : { kind: 'text', inline: inlineOf(token.tokens, labelOf) };
  if (token.type === 'blockquote') {
    if (second || first.type !== 'paragraph') throw new Error('a note is one paragraph');
    return { kind: 'note', inline: inlineOf(first.tokens, labelOf) };
  }
  if (token.type === 'list')
    return {
      kind: 'list',
      ordered: token.ordered,
      items: token.items.map((item) => itemOf(item, labelOf)),
    };
  throw new Error(`the help has no ${token.type}: ${token.raw}`);
}

/**
 * The groups of articles of a page source; `labelOf(namespace, key)` gives a text of the screens or throws.
 * @returns {import('../../web/src/features/help/help.types.ts').HelpGroup[]}
 */
export function readPages(source, labelOf) {
  const groups = [];
  for (const token of lexer(source)) {
    if (token.type === 'space') continue;
    const articles = groups.at(-1)?.articles;
    const article = articles?.at(-1);
    if (token.type !== 'heading') {
      if (!article) throw new Error(`no article yet: ${token.raw}`);
      article.blocks.push(blockOf(token, labelOf));
      continue;
    }
    const [, title, id] = HEADING.exec(token.text) ?? [];
    if (!id) throw new Error(`a heading needs its {#id}: ${token.text}`);
    if (token.depth === 1) groups.push({ id, title, articles: [] });
    else if (token.depth === 2 && articles) articles.push({ id, title, blocks: [] });
    else if (token.depth === 3 && article) article.blocks.push({ kind: 'heading', id, title });
    else throw new Error(`a heading in the wrong place: ${token.text}`);
  }
  return groups;
}

/** Gives the texts of a language's screens; throws for a key that is missing or needs a value at run time. */
export const labelsOf = (readNamespace) => (namespace, key) => {
  const text = key.split('.').reduce((inner, part) => inner?.[part], readNamespace(namespace));
  if (typeof text !== 'string') throw new Error(`no text {${namespace}:${key}}`);
  if (/\{\{|</.test(text)) throw new Error(`{${namespace}:${key}} is not complete without values`);
  return text;
};

/** Parts that must be the same in every language: ids, pictures, references and links, in the order of the articles. */
export function shapeOf(source) {
  const groups = readPages(source, (namespace, key) => `{${namespace}:${key}}`);
  const marksOf = (inline) =>
    inline.flatMap((part) =>
      typeof part === 'string'
        ? (part.match(/\{app_name\}/g) ?? [])
        : (part.label ?? part.to ?? part.shortcut ?? 'keys'),
    );
  const marksOfBlock = (block) => {
    if (block.kind === 'heading') return [`### ${block.id}`];
    if (block.kind === 'picture') return [`![${block.name}]`];
    // Word order differs between languages.
    const marks = (block.items ?? [block.inline]).map((inline) => marksOf(inline).sort().join(' '));
    return [block.kind, ...marks];
  };
  return groups.flatMap(({ id, articles }) => [
    `# ${id}`,
    ...articles.flatMap((article) => [`## ${article.id}`, ...article.blocks.flatMap(marksOfBlock)]),
  ]);
}

/** Links of the pages to articles or sections that do not exist. */
export function deadLinks(groups, others = groups) {
  const targets = new Set();
  for (const { articles } of [...groups, ...others])
    for (const { id, blocks } of articles) {
      targets.add(id);
      for (const block of blocks) if (block.kind === 'heading') targets.add(`${id}#${block.id}`);
    }
  const links = groups
    .flatMap(({ articles }) => articles)
    .flatMap(({ blocks }) => blocks)
    .flatMap((block) => block.items?.flat() ?? block.inline ?? [])
    .flatMap((part) => part.to ?? []);
  return links.filter((to) => !to.startsWith('/') && !targets.has(to));
}
