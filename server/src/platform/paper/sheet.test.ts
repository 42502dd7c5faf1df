import { expect, test } from 'vitest';
import { openFonts } from './fonts.ts';
import { Sheet } from './sheet.ts';

test.each(['상', 'n', 'é', '1'])(
  'a long name of %s fills its lines, without lines of a single letter',
  async (letter) => {
    const sheet = new Sheet(await openFonts(), 'A4', { title: '', author: '', language: 'en' });
    const type = { size: 9 };
    const width = 400;
    sheet.words(letter, type);
    const perLine = Math.floor(width / sheet.doc.widthOfString(letter));
    const line = sheet.height(letter, type, width);
    const lines = Math.round(sheet.height(letter.repeat(perLine * 4), type, width) / line);
    expect(lines).toBeGreaterThanOrEqual(4);
    expect(lines).toBeLessThanOrEqual(5);
  },
);
