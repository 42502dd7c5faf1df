/** The PDF library breaks shorter words itself. */
const LONG = 24;

/**
 * Breaks words wider than a line. `widthOf` gives the width of one letter. The PDF library would measure each part
 * again, which takes minutes for a word of thousands of letters.
 */
export function fitWords(text: string, width: number, widthOf: (letter: string) => number): string {
  return text.replaceAll(/[^\s]+/g, (word) => (word.length < LONG ? word : broken(word, width, widthOf)));
}

function broken(word: string, width: number, widthOf: (letter: string) => number): string {
  let line = 0;
  let text = '';
  for (const letter of word) {
    const own = widthOf(letter);
    if (line + own > width && line > 0) {
      text += '\n';
      line = 0;
    }
    text += letter;
    line += own;
  }
  return text;
}
