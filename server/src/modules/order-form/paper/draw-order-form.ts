import { encode } from 'uqr';
import { openFonts } from '../../../platform/paper/fonts.ts';
import { INK, LINE, QUIET, Sheet } from '../../../platform/paper/sheet.ts';
import type { LeftOutContent, OrderFormContent } from '../order-form-content.ts';
import { chartHeight, drawChart } from './draw-chart.ts';
import { drawTable } from './draw-table.ts';

/** Fits the longest first and last name of a person in the widest letters. */
const NAME_HEIGHT = 240;
/** Fits the longest institution in the widest letters. */
const INSTITUTION_HEIGHT = 84;
const CODE = 62;
/** Room for the words below two codes. */
const CODE_GAP = 44;
const CHART = 206;
const HEADING = { size: 11, strong: true };
const SMALL = { size: 7.5, color: QUIET };

/** Draws order forms one after another, each beginning on a new page with its own page numbers; one page if it fits. */
export async function drawOrderForms(
  contents: readonly (OrderFormContent | LeftOutContent)[],
  size: 'A4' | 'LETTER',
): Promise<Buffer> {
  const [first] = contents;
  if (!first) throw new Error('a document needs a form');
  const { brand, title, documentTitle = title, language } = first;
  const sheet = new Sheet(await openFonts(), size, { title: documentTitle, author: brand.name, language });
  for (const [at, content] of contents.entries()) {
    const from = at === 0 ? 0 : sheet.begin();
    if ('leftOut' in content) {
      drawLeftOut(sheet, content);
      continue;
    }
    drawHead(sheet, content);
    drawFacts(sheet, content);
    drawOrdered(sheet, content);
    drawNote(sheet, content);
    drawFiles(sheet, content);
    const below = sheet.hasGaps ? content.unprintable : '';
    sheet.feet(from, (page, count) => ({
      left: content.url,
      // A printed page that gets separated from its first one still names its order.
      right: [content.title, pageOf(content.page, page, count)].join(' · '),
      below,
    }));
  }
  return sheet.bytes();
}

function drawLeftOut(sheet: Sheet, { brand, title, why, leftOut }: LeftOutContent): void {
  sheet.heading(brand.name, { size: 12, strong: true, color: brand.color });
  sheet.heading(title, { size: 20, strong: true });
  sheet.flow(why, { size: 10 });
  sheet.y += 8;
  sheet.flow(leftOut.join('\n'), { size: 11, strong: true });
}

function drawHead(sheet: Sheet, { brand, title, url, openHint, step }: OrderFormContent): void {
  const codes = [{ url, hint: openHint }, ...(step ? [step] : [])];
  const width = sheet.width - codes.length * CODE - (codes.length - 1) * CODE_GAP - 20;
  const [x, top] = [sheet.left, sheet.y];
  const name = { size: 12, strong: true, color: brand.color };
  let y = top + sheet.box(brand.name, name, { x, y: top, width });
  y += sheet.box(brand.company, SMALL, { x, y, width }) + 8;
  sheet.box(title, { size: 20, strong: true }, { x, y, width, height: 26 });
  for (const [at, code] of codes.entries()) {
    const end = sheet.left + sheet.width - at * (CODE + CODE_GAP);
    drawCode(sheet, code.url, { x: end - CODE, y: top, size: CODE });
    const words = sheet.words(code.hint, { ...SMALL, size: 6.5 });
    const wide = Math.min(sheet.doc.widthOfString(words), step ? CODE + CODE_GAP - 8 : 160);
    sheet.doc.text(words, end - wide, top + CODE + 3, {
      lineBreak: false,
      ellipsis: true,
      width: wide + 2,
      height: 9,
    });
  }
  sheet.y = top + CODE + 16;
  sheet.rule(brand.color, 1.4);
  sheet.y += 14;
}

/** Facts in two columns, the chart beside them. */
function drawFacts(sheet: Sheet, content: OrderFormContent): void {
  const top = sheet.y;
  const [gap, width] = [14, sheet.width - CHART - 16];
  const column = (width - gap) / 2;
  let y = top;
  for (let index = 0; index < content.facts.length; index += 2) {
    const heights = content.facts.slice(index, index + 2).map(({ label, lines }, place) => {
      const at = { x: sheet.left + place * (column + gap), width: column };
      let end = y + sheet.box(label, SMALL, { ...at, y }) + 1;
      const [first = '', ...others] = lines;
      end += sheet.box(first, { size: 10.5, strong: index === 0 }, { ...at, y: end, height: NAME_HEIGHT });
      for (const line of others)
        end += sheet.box(line, { size: 9, color: QUIET }, { ...at, y: end, height: INSTITUTION_HEIGHT });
      return end - y;
    });
    y += Math.max(...heights) + 11;
  }
  drawChart(sheet, content, { x: sheet.left + sheet.width - CHART, y: top - 4, width: CHART });
  sheet.y = Math.max(y, top + chartHeight(CHART)) + 6;
}

function drawOrdered(sheet: Sheet, content: OrderFormContent): void {
  sheet.heading(content.table.heading, HEADING);
  if (content.restorations.length > 0) drawTable(sheet, content);
  for (const remark of content.remarks) {
    sheet.y += 5;
    sheet.room(20);
    sheet.flow(remark, { size: 10 });
  }
  sheet.y += 14;
}

function drawNote(sheet: Sheet, { note }: OrderFormContent): void {
  if (!note.text) return;
  sheet.heading(note.heading, HEADING);
  sheet.flow(note.text, { size: 10 });
  sheet.y += 14;
}

function drawFiles(sheet: Sheet, { files }: OrderFormContent): void {
  if (files.rows.length === 0) return;
  sheet.heading(files.heading, HEADING);
  const sizes = 70;
  const names = sheet.width - sizes - 12;
  const type = { size: 9 };
  for (const [name, size] of files.rows) {
    const height = sheet.height(name, type, names);
    sheet.room(height + 4);
    sheet.box(name, type, { x: sheet.left, y: sheet.y, width: names });
    const end = { x: sheet.left + sheet.width - sizes, y: sheet.y, width: sizes, align: 'right' } as const;
    sheet.box(size, { ...type, color: QUIET }, end);
    sheet.y += height + 4;
    sheet.doc
      .moveTo(sheet.left, sheet.y - 2)
      .lineTo(sheet.left + sheet.width, sheet.y - 2)
      .lineWidth(0.3)
      .stroke(LINE);
  }
}

const pageOf = (words: string, page: number, count: number): string =>
  words.replace('{page}', String(page)).replace('{count}', String(count));

/** A QR code of a URL, also clickable. */
function drawCode(sheet: Sheet, url: string, at: { x: number; y: number; size: number }): void {
  const { data } = encode(url, { ecc: 'M', border: 0 });
  const step = at.size / data.length;
  const { doc } = sheet;
  // Slightly wider than a cell, so that no seam shows between two.
  for (const [row, cells] of data.entries())
    for (const [column, isDark] of cells.entries())
      if (isDark) doc.rect(at.x + column * step, at.y + row * step, step + 0.05, step + 0.05);
  doc.fill(INK);
  doc.link(at.x, at.y, at.size, at.size, url);
}
