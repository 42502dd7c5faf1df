/** A trigram index needs three characters; shorter words match only the beginning of a word. */
const SHORTEST_INFIX = 3;

/**
 * LIKE pattern for a folded word in texts made by `search_text()`, where it may be anywhere or begin a word; escapes
 * wildcards in the word.
 */
export function patternOf(word: string, atBeginnings = word.length < SHORTEST_INFIX): string {
  const plain = word.replace(/[\\%_]/g, (sign) => `\\${sign}`);
  return atBeginnings ? `% ${plain}%` : `%${plain}%`;
}
