/** A trigram needs three characters; shorter words are looked for at the beginning of a word. */
const SHORTEST_INFIX = 3;

/** LIKE pattern of a folded word, for texts made by `search_text()`; its own wildcards match themselves. */
export function patternOf(word: string): string {
  const plain = word.replace(/[\\%_]/g, (sign) => `\\${sign}`);
  return word.length < SHORTEST_INFIX ? `% ${plain}%` : `%${plain}%`;
}
