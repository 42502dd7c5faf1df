import type { PaperSize } from '../../../platform/paper/drawing-pool.ts';
import { openFonts } from '../../../platform/paper/fonts.ts';
import { QUIET, Sheet } from '../../../platform/paper/sheet.ts';
import type { CertificateContent, Fact } from '../make-certificate.ts';

const HEADING = { size: 11, strong: true };
const SMALL = { size: 7.5, color: QUIET };
const VALUE = { size: 10.5 };
const GAP = 14;

/** Draws one certificate. */
export async function drawCertificates(
  [content]: readonly CertificateContent[],
  size: PaperSize,
): Promise<Buffer> {
  if (!content) throw new Error('a document needs a certificate');
  const { brand, title, language, facts, rows, proofs, note } = content;
  const sheet = new Sheet(await openFonts(), size, { title, author: brand.name, language });
  drawHead(sheet, content);
  drawColumns(sheet, facts, 2, (label, value, at) => {
    const below = sheet.box(label, SMALL, at) + 1;
    return below + sheet.box(value, VALUE, { ...at, y: at.y + below }) + 10;
  });
  sheet.flow(note, { size: 10 });
  sheet.y += 16;
  if (rows.counts.length > 0) {
    sheet.heading(rows.heading, HEADING);
    drawColumns(sheet, rows.counts, 3, (kind, count, at) => {
      sheet.box(count, { size: 8.5 }, { ...at, align: 'right' });
      return sheet.box(kind, { size: 8.5, color: QUIET }, { ...at, width: at.width - 50 }) + 3;
    });
    sheet.y += 12;
  }
  for (const [label, value] of proofs) {
    sheet.heading(label, HEADING);
    sheet.flow(value, { size: 8.5 });
    sheet.y += 12;
  }
  sheet.feet(0, (page, count) => ({
    left: title,
    right: content.page.replace('{page}', String(page)).replace('{count}', String(count)),
    below: '',
  }));
  return sheet.bytes();
}

function drawHead(sheet: Sheet, { brand, title }: CertificateContent): void {
  const at = { x: sheet.left, width: sheet.width };
  sheet.y += sheet.box(brand.name, { size: 12, strong: true, color: brand.color }, { ...at, y: sheet.y });
  sheet.y += sheet.box(brand.company, SMALL, { ...at, y: sheet.y }) + 8;
  sheet.y += sheet.box(title, { size: 20, strong: true }, { ...at, y: sheet.y }) + 8;
  sheet.rule(brand.color, 1.4);
  sheet.y += 14;
}

/** Facts row by row in columns; `draw` returns the height that it took. */
function drawColumns(
  sheet: Sheet,
  facts: readonly Fact[],
  columns: number,
  draw: (label: string, value: string, at: { x: number; y: number; width: number }) => number,
): void {
  const width = (sheet.width - GAP * (columns - 1)) / columns;
  for (let index = 0; index < facts.length; index += columns) {
    sheet.room(30);
    const heights = facts
      .slice(index, index + columns)
      .map(([label, value], place) =>
        draw(label, value, { x: sheet.left + place * (width + GAP), y: sheet.y, width }),
      );
    sheet.y += Math.max(...heights);
  }
}
