import type { PaperSize } from '../../../platform/paper/drawing-pool.ts';
import { openFonts } from '../../../platform/paper/fonts.ts';
import { QUIET, Sheet } from '../../../platform/paper/sheet.ts';
import type { StatementPaper } from '../statement-paper.ts';

const LABEL = { size: 9, color: QUIET };
const TEXT = { size: 10 };
const LABEL_WIDTH = 150;

/** Draws one statement as a PDF/A, which looks the same in fifteen years. */
export async function drawStatements([paper]: readonly StatementPaper[], size: PaperSize): Promise<Buffer> {
  if (!paper) throw new Error('a document needs a statement');
  const { brand, title, law, language, facts, parts, foot, unprintable } = paper;
  const sheet = new Sheet(await openFonts(), size, { title, author: brand.name, language, isArchival: true });
  const at = { x: sheet.left, width: sheet.width };
  sheet.y += sheet.box(title, { size: 18, strong: true }, { ...at, y: sheet.y }) + 4;
  sheet.y += sheet.box(law, LABEL, { ...at, y: sheet.y }) + 8;
  sheet.rule(brand.color, 1.4);
  sheet.y += 12;
  const value = { x: sheet.left + LABEL_WIDTH, width: sheet.width - LABEL_WIDTH };
  for (const [label, text] of facts) {
    sheet.room(Math.max(sheet.height(text, TEXT, value.width), 14) + 7);
    sheet.box(label, LABEL, { ...at, width: LABEL_WIDTH - 12, y: sheet.y + 1 });
    const labelled = sheet.height(label, LABEL, LABEL_WIDTH - 12);
    sheet.y += Math.max(sheet.box(text, TEXT, { ...value, y: sheet.y }), labelled) + 7;
  }
  for (const { heading, paragraphs } of parts) {
    sheet.y += 9;
    sheet.heading(heading, { size: 11, strong: true });
    for (const paragraph of paragraphs) {
      sheet.room(sheet.height(paragraph.slice(0, 200), TEXT, sheet.width));
      sheet.flow(paragraph, TEXT);
      sheet.y += 4;
    }
  }
  sheet.feet(0, (page, count) => ({
    left: foot,
    right: paper.page.replace('{page}', String(page)).replace('{count}', String(count)),
    below: sheet.hasGaps ? unprintable : '',
  }));
  return sheet.bytes();
}
