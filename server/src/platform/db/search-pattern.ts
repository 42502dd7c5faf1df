/** A trigram index needs three characters; shorter words match only the beginning of a word. */
const SHORTEST_INFIX = 3;

/** LIKE pattern for a folded word in texts made by `search_text()`; escapes wildcards in the word. */
export function patternOf(word: string): string {
  const plain = word.replace(/[\\%_]/g, (sign) => `\\${sign}`);
  return word.length < SHORTEST_INFIX ? `% ${plain}%` : `%${plain}%`;
}
