/** The PDF library breaks shorter words itself. */
const LONG = 24;

/**
 * Breaks words wider than a line. `widthOf` gives the width of one letter. The PDF library would measure each part
 * again, which takes minutes for a word of thousands of letters.
 */
export function fitWords(text: string, width: number, widthOf: (letter: string) => number): string {
  return text.replaceAll(/[^\s]+/g, (word) => (word.length < LONG ? word : broken(word, width, widthOf)));
}

/** Breaks after a hyphen where the line has one, as names such as Waldenburg-Schillingsfürst need it. */
function broken(word: string, width: number, widthOf: (letter: string) => number): string {
  let line = 0;
  let text = '';
  /** Length of the text up to the last hyphen of the line, and the width after it. */
  let hyphen = { end: 0, after: 0 };
  for (const letter of word) {
    const own = widthOf(letter);
    while (line + own > width && line > 0) {
      const end = hyphen.end || text.length;
      text = `${text.slice(0, end)}\n${text.slice(end)}`;
      line = hyphen.end ? hyphen.after : 0;
      hyphen = { end: 0, after: 0 };
    }
    text += letter;
    line += own;
    if (letter === '-') hyphen = { end: text.length, after: 0 };
    else hyphen.after += own;
  }
  return text;
}
