/** Output of `scripts/lib/help-pages.mjs` for the help of a language. */
export interface HelpGroup {
  id: string;
  title: string;
  articles: HelpArticle[];
}

export interface HelpArticle {
  id: string;
  title: string;
  blocks: Block[];
}

export type Block =
  | { kind: 'text' | 'note'; inline: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'heading'; id: string; title: string }
  | { kind: 'picture'; name: string; alt: string };

export type Inline =
  | string
  /** A text of the screens. */
  | { label: string }
  /** Keys as printed on them. */
  | { keys: string }
  | { shortcut: string }
  | { to: string; text: string };
