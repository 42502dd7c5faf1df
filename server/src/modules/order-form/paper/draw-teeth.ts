import type { NumberSystem } from '@cusp/contract/cases';
import type { Sheet, Type } from '../../../platform/paper/sheet.ts';
import type { OrderedRestoration } from '../order-form-content.ts';
import { type ToothPiece, toothWords } from './tooth-words.ts';

const TYPE: Type = { size: 10, strong: true };
const LINE_HEIGHT = 15;
const SPACE = 3;
/** Space for a corner's line beside and above its digit. */
const CORNER = { beside: 2.4, above: 1.6, height: 12.4 };

interface Placed extends ToothPiece {
  x: number;
  line: number;
}

/** Teeth of a restoration, broken into lines of a width. */
export function layTeeth(
  sheet: Sheet,
  { teeth, places }: Pick<OrderedRestoration, 'teeth' | 'places'>,
  system: NumberSystem,
  width: number,
): { pieces: Placed[]; height: number } {
  const pieces: Placed[] = [];
  let [x, line] = [0, 0];
  for (const word of toothWords(teeth, places, system)) {
    const widths = word.map((piece) => widthOf(sheet, piece));
    const whole = widths.reduce((sum, each) => sum + each, 0);
    if (x > 0 && x + whole > width) [x, line] = [0, line + 1];
    for (const [index, piece] of word.entries()) {
      pieces.push({ ...piece, x, line });
      x += widths[index] ?? 0;
    }
    x += SPACE;
  }
  return { pieces, height: (line + 1) * LINE_HEIGHT };
}

function widthOf(sheet: Sheet, piece: ToothPiece): number {
  const width = sheet.doc.widthOfString(sheet.words(piece.text, TYPE));
  return width + (piece.corner ? 2 * CORNER.beside : 0);
}

export function drawTeeth(sheet: Sheet, pieces: readonly Placed[], at: { x: number; y: number }): void {
  const { doc } = sheet;
  for (const piece of pieces) {
    const [x, y] = [at.x + piece.x, at.y + piece.line * LINE_HEIGHT];
    const words = sheet.words(piece.text, TYPE);
    if (!piece.corner) {
      doc.text(words, x, y, { lineBreak: false });
      continue;
    }
    const { jaw, side, letters } = piece.corner;
    writeUnseen(sheet, letters, { x, y });
    doc.text(words, x + CORNER.beside, y, { lineBreak: false });
    const end = x + widthOf(sheet, piece) - 0.6;
    const top = y - CORNER.above;
    const midline = side === 'right' ? end : x;
    const level = jaw === 'upper' ? top + CORNER.height : top;
    doc.moveTo(midline, top).lineTo(midline, top + CORNER.height);
    doc.moveTo(x, level).lineTo(end, level).lineWidth(0.8).stroke('#212529');
  }
}

/** The types of pdfkit lack one of its options. */
type TextOptions = PDFKit.Mixins.TextOptions & { horizontalScaling: number };

/**
 * Writes the quadrant's letters where its corner is drawn, in the invisible text mode of PDF, so that copied text and
 * screen readers have `LR3`. Several readers ignore `ActualText`, or read it at another place of the page.
 */
function writeUnseen({ doc }: Sheet, letters: string, at: { x: number; y: number }): void {
  const percent = (100 * CORNER.beside) / doc.widthOfString(letters);
  const options: TextOptions = { lineBreak: false, horizontalScaling: percent };
  doc.addContent('3 Tr');
  doc.text(letters, at.x, at.y, options);
  doc.addContent('0 Tr');
}
