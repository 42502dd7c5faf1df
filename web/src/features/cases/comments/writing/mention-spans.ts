import type { Mention } from '@cusp/contract/case-comment';
import { looksEmpty } from '@cusp/text/unseen';

/** A text being written, with the ranges in which people of the case are mentioned. */
export interface MentionText {
  text: string;
  mentions: readonly Mention[];
}

/**
 * The text after an edit: mentions before it stay, those after it shift, and an edited one becomes plain text. If
 * repeated letters make the position of the edit ambiguous, the position that keeps most mentions is used.
 */
export function applyEdit(before: MentionText, text: string): MentionText {
  const old = before.text;
  const shorter = Math.min(old.length, text.length);
  let head = 0;
  while (head < shorter && old[head] === text[head]) head += 1;
  let tail = 0;
  while (tail < shorter && old[old.length - 1 - tail] === text[text.length - 1 - tail]) tail += 1;
  let kept = keptAround(before, head, old.length - Math.min(tail, shorter - head), text);
  for (let at = head - 1; at >= 0 && at + tail >= shorter; at -= 1) {
    const other = keptAround(before, at, old.length - (shorter - at), text);
    if (other.length > kept.length) kept = other;
  }
  return { text, mentions: kept };
}

/** The mentions outside of the replaced range, `head` to `end` of the old text. */
function keptAround(
  { text: old, mentions }: MentionText,
  head: number,
  end: number,
  text: string,
): Mention[] {
  const moved = text.length - old.length;
  return mentions.flatMap((mention) => {
    if (mention.start + mention.length <= head) return mention;
    return mention.start >= end ? { ...mention, start: mention.start + moved } : [];
  });
}

/** Longest part of a name that is searched for. */
const MAX_QUERY = 40;

/** The '@' before the caret and the text after it, if that can become a mention. */
export function wordAt(
  { text, mentions }: MentionText,
  caret: number,
): { start: number; query: string } | null {
  const start = text.lastIndexOf('@', caret - 1);
  if (start < 0 || caret <= start) return null;
  const query = text.slice(start + 1, caret);
  if (query.length > MAX_QUERY || /[\n@]/.test(query) || query.startsWith(' ')) return null;
  if (/[\p{L}\p{N}]/u.test(text[start - 1] ?? '')) return null;
  if (mentions.some((mention) => mention.start === start)) return null;
  return { start, query };
}

/** Replaces the typed word by a mention, followed by a space unless there is one. */
export function mention(
  written: MentionText,
  { start, query }: { start: number; query: string },
  person: { user_id: number; name: string },
): { written: MentionText; caret: number } {
  const word = `@${person.name}`;
  const rest = written.text.slice(start + 1 + query.length);
  const blank = /^\s/.test(rest) ? '' : ' ';
  const next = applyEdit(written, written.text.slice(0, start) + word + blank + rest);
  const own = { user_id: person.user_id, start, length: word.length };
  const mentions = [...next.mentions, own].sort((a, b) => a.start - b.start);
  return { written: { text: next.text, mentions }, caret: start + word.length + 1 };
}

/** The text without surrounding whitespace, as it is sent; empty if nothing in it is visible. */
export function trimmed({ text, mentions }: MentionText): { text: string; mentions: Mention[] } {
  if (looksEmpty(text)) return { text: '', mentions: [] };
  const cut = text.length - text.trimStart().length;
  return {
    text: text.trim(),
    mentions: mentions.map((each) => ({ ...each, start: each.start - cut })),
  };
}

/**
 * Compatibility forms too: a single Korean letter is typed as another code point than the same letter within a
 * syllable.
 */
const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether a person's name has a word that starts with the query; a Korean name is one word of two names. */
export const matchesQuery = (name: string, query: string): boolean =>
  /^\p{Script=Hangul}/u.test(name)
    ? folded(name).includes(folded(query))
    : ` ${folded(name)}`.includes(` ${folded(query)}`);
