import { withoutUnprintable } from '@cusp/text/unseen';
import type { Font } from 'fontkit';

/** Replacement for letters the font lacks. */
export const MISSING = '□';

/**
 * Text as the font can draw it: NFC (file names of some systems are decomposed), line breaks kept, other control
 * characters removed, and a replacement for missing letters.
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
