import type { Mention } from '@cusp/contract/case-comment';

/** A stored mention: whom, and the position of the name in the body in UTF-16 units. */
export interface KeptMention {
  userId: number;
  at: number;
}

interface Kept {
  body: string;
  mentions: KeptMention[];
}

/** Takes the names of mentioned people out of a text; null if a mention does not fit it. */
export function cutMentions(text: string, mentions: readonly Mention[]): Kept | null {
  let body = '';
  let end = 0;
  const kept: KeptMention[] = [];
  for (const { user_id, start, length } of mentions) {
    if (start < end || start + length > text.length || text[start] !== '@') return null;
    body += text.slice(end, start);
    kept.push({ userId: user_id, at: body.length });
    end = start + length;
  }
  return { body: body + text.slice(end), mentions: kept };
}

/** The text with the current names, and the positions of the names. */
export function fillMentions(
  { body, mentions }: Kept,
  nameOf: (userId: number) => string,
): { text: string; mentions: Mention[] } {
  let text = '';
  let from = 0;
  const spans: Mention[] = [];
  for (const { userId, at } of mentions) {
    text += body.slice(from, at);
    from = at;
    const word = `@${nameOf(userId)}`;
    spans.push({ user_id: userId, start: text.length, length: word.length });
    text += word;
  }
  return { text: text + body.slice(from), mentions: spans };
}

/**
 * The mentions that remain in an edited text, for clients that send only text: those whose names still occur, in
 * their old order.
 */
export function findMentions(
  text: string,
  mentions: readonly KeptMention[],
  nameOf: (userId: number) => string,
): Mention[] {
  const found: Mention[] = [];
  const words = mentions.map(({ userId }) => `@${nameOf(userId)}`);
  /** The next position of a name that is not the beginning of another person's longer name. */
  const placeOf = (word: string, from: number): number => {
    const longer = words.filter((other) => other.length > word.length && other.startsWith(word));
    let at = text.indexOf(word, from);
    while (at >= 0 && longer.some((other) => text.startsWith(other, at))) at = text.indexOf(word, at + 1);
    return at;
  };
  let from = 0;
  for (const { userId } of mentions) {
    const word = `@${nameOf(userId)}`;
    const start = placeOf(word, from);
    if (start < 0) continue;
    found.push({ user_id: userId, start, length: word.length });
    from = start + word.length;
  }
  return found;
}
