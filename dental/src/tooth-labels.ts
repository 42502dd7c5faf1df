import { type NumberSystem, type Tooth, toothOf } from './teeth.ts';

/**
 * Palmer corners, Unicode dentistry symbols U+23BE, U+23BF, U+23CB, U+23CC. The vertical line is the midline, so the
 * figure is before it for the patient's right and after it for the left.
 */
const CORNERS = { upper: { right: '⏌', left: '⎿' }, lower: { right: '⏋', left: '⎾' } } as const;

/** The letters of a quadrant in Palmer notation without symbols. */
export const QUADRANT_LETTERS = {
  upper: { right: 'UR', left: 'UL' },
  lower: { right: 'LR', left: 'LL' },
} as const;

/** Palmer writes permanent teeth 1–8 and primary teeth A–E from the midline. */
export function palmerFigure(tooth: Tooth): string {
  return tooth.dentition === 'permanent' ? String(tooth.position) : 'ABCDE'.charAt(tooth.position - 1);
}

/** ADA letters run A–J along the upper row and K–T back along the lower row. */
function universalLetter(tooth: Tooth): string {
  const index = tooth.jaw === 'upper' ? tooth.column - 4 : 23 - tooth.column;
  return 'ABCDEFGHIJKLMNOPQRST'.charAt(index);
}

/** 1–16 along the upper row, 17–32 back along the lower row. */
function universalNumber(tooth: Tooth): string {
  return String(tooth.jaw === 'upper' ? tooth.column : 33 - tooth.column);
}

function labelOf(tooth: Tooth, system: NumberSystem): string | null {
  const { jaw, side, dentition } = tooth;
  switch (system) {
    case 'FDI':
      return String(tooth.fdi);
    case 'Universal':
      return dentition === 'permanent' ? universalNumber(tooth) : universalLetter(tooth);
    case 'Palmer': {
      const corner = CORNERS[jaw][side];
      return side === 'right' ? palmerFigure(tooth) + corner : corner + palmerFigure(tooth);
    }
    case 'PalmerDigital':
      return QUADRANT_LETTERS[jaw][side] + palmerFigure(tooth);
    case 'Primary':
      return dentition === 'primary' ? universalLetter(tooth) : null;
  }
}

/**
 * Label of an FDI number of either dentition; null for unknown numbers and teeth without a name in the system. A letter
 * is ambiguous without its system: E is 51 in Universal and a second molar in Palmer.
 */
export function labelOfFdi(fdi: number, system: NumberSystem): string | null {
  const tooth = toothOf(fdi);
  return tooth && labelOf(tooth, system);
}

/**
 * The label shown to people. Under `Primary`, permanent teeth use Universal numbers, the counterpart of its letters
 * A–T, because its readers take a bare 18 for the lower left second molar. Every tooth has a label.
 */
export function displayLabel(fdi: number, system: NumberSystem): string {
  return labelOfFdi(fdi, system) ?? labelOfFdi(fdi, 'Universal') ?? String(fdi);
}
