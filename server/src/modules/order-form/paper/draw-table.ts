import { QUIET, type Sheet } from '../../../platform/paper/sheet.ts';
import type { OrderedRestoration, OrderFormContent } from '../order-form-content.ts';
import { STRONG } from './colours.ts';
import { drawTeeth, layTeeth } from './draw-teeth.ts';

const HEAD = { size: 7.5, color: QUIET };
const CELL = { size: 10 };
const GAP = 10;
const PADDING = 6;
/** Maximum height of a cell; only texts of imported orders come near. */
const HIGHEST = 320;
const MARK_WIDTH = 22;
/** Column widths beside the marks: teeth, restoration, material, shade. */
const SHARES = [0.27, 0.29, 0.24, 0.2] as const;

/** The restorations, one row each; the head is repeated on a new page. */
export function drawTable(
  sheet: Sheet,
  { restorations, table, system }: Pick<OrderFormContent, 'restorations' | 'table' | 'system'>,
): void {
  const free = sheet.width - MARK_WIDTH - GAP * (SHARES.length - 1);
  const columns = SHARES.map((share, index) => {
    const before = SHARES.slice(0, index).reduce((sum, each) => sum + each, 0);
    return { x: sheet.left + MARK_WIDTH + before * free + index * GAP, width: share * free };
  });

  const head = () => {
    const heights = columns.map(({ x, width }, index) =>
      sheet.box(table.columns[index] ?? '', HEAD, { x, y: sheet.y, width }),
    );
    sheet.y += Math.max(...heights) + 3;
    sheet.rule();
  };
  const row = (restoration: OrderedRestoration) => {
    const [place, ...rest] = columns;
    if (!place) return;
    const teeth = layTeeth(sheet, restoration, system, place.width);
    const cells = [restoration.name, restoration.material || '–', restoration.shade || '–'];
    const heights = cells.map((text, index) => sheet.height(text, CELL, rest[index]?.width ?? 0));
    const height = Math.min(HIGHEST, Math.max(15, teeth.height, ...heights));
    if (sheet.room(height + 2 * PADDING)) head();
    const y = sheet.y + PADDING;
    drawMark(sheet, restoration, y);
    drawTeeth(sheet, teeth.pieces, { x: place.x, y });
    for (const [index, text] of cells.entries()) {
      const cell = rest[index];
      if (cell) sheet.box(text, CELL, { ...cell, y, height });
    }
    sheet.y = y + height + PADDING - 3;
    sheet.rule();
  };

  sheet.room(70);
  head();
  for (const restoration of restorations) row(restoration);
}

function drawMark(sheet: Sheet, { mark, color }: OrderedRestoration, y: number): void {
  sheet.doc.circle(sheet.left + 7, y + 6.5, 7).fill(STRONG[color]);
  const type = { size: 8, color: '#ffffff', strong: true };
  sheet.box(mark, type, { x: sheet.left, y: y + 1.7, width: 14, align: 'center' });
}
