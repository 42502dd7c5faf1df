import { withoutUnprintable } from '@cusp/text/unseen';
import type { Font } from 'fontkit';

/** Stands where the font has no letter. */
export const MISSING = '□';

/**
 * Text as a font can draw it: composed letters (names of files come apart from some systems), line breaks kept,
 * other controls gone, and a sign for what the font does not have.
 */
export function printable(text: string, font: Pick<Font, 'hasGlyphForCodePoint'>): string {
  const composed = text.replaceAll(/\r\n?|\u2028|\u2029/g, '\n').normalize('NFC');
  const lines = composed
    .split('\n')
    .map((line) =>
      [...withoutUnprintable(line.replaceAll('\t', '    '))]
        .map((letter) => (font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) ? letter : MISSING))
        .join(''),
    );
  return lines.join('\n');
}
