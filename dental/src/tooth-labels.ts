import {
  type Dentition,
  type NumberSystem,
  TEETH,
  type Tooth,
  type ToothId,
  toothAt,
  toothOf,
} from './teeth.ts';

/**
 * Palmer corners, Unicode dentistry symbols U+23BE, U+23BF, U+23CB, U+23CC. The vertical line is the
 * midline, so the figure stands before it on the patient's right and after it on the left.
 */
const CORNERS = { upper: { right: '⏌', left: '⎿' }, lower: { right: '⏋', left: '⎾' } } as const;

/** Box-drawing corners that people type where the dentistry symbols are missing. */
const TYPED_CORNERS: Readonly<Record<string, string>> = { '┘': '⏌', '└': '⎿', '┐': '⏋', '┌': '⎾' };

const QUADRANT_LETTERS = { upper: { right: 'UR', left: 'UL' }, lower: { right: 'LR', left: 'LL' } } as const;

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
 * What a chart position is called. The system decides the dentition unless it is given: `Primary` names the
 * primary tooth, the others the permanent one. Null when the position has no such tooth or the system no
 * name for it. A letter says nothing without its system: E is 51 in Universal, a second molar in Palmer.
 */
export function toothLabel(
  id: ToothId,
  system: NumberSystem,
  dentition: Dentition = system === 'Primary' ? 'primary' : 'permanent',
): string | null {
  const tooth = toothAt(id, dentition);
  return tooth && labelOf(tooth, system);
}

/** What an FDI number of either dentition is called, null when unknown or without a name in the system. */
export function labelOfFdi(fdi: number, system: NumberSystem): string | null {
  const tooth = toothOf(fdi);
  return tooth && labelOf(tooth, system);
}

/**
 * What people read: the label in the system. Permanent teeth have none under `Primary` and are written in Universal,
 * whose letters A–T are: its readers take a bare 18 for the lower left second molar. No tooth is ever nameless.
 */
export function displayLabel(fdi: number, system: NumberSystem): string {
  return labelOfFdi(fdi, system) ?? labelOfFdi(fdi, 'Universal') ?? String(fdi);
}

function index(system: NumberSystem): ReadonlyMap<string, Tooth> {
  const found = new Map<string, Tooth>();
  for (const tooth of TEETH) {
    const label = labelOf(tooth, system);
    if (label !== null) found.set(label, tooth);
  }
  return found;
}

const BY_LABEL: Readonly<Record<NumberSystem, ReadonlyMap<string, Tooth>>> = {
  FDI: index('FDI'),
  Universal: index('Universal'),
  Palmer: index('Palmer'),
  PalmerDigital: index('PalmerDigital'),
  Primary: index('Primary'),
};

/**
 * The FDI number behind a label; both dentitions are understood. A bare number is never read without its
 * system: 14 is a premolar in FDI and a molar in Universal. Blanks around and letter case do not matter.
 */
export function fdiFromLabel(label: string, system: NumberSystem): number | null {
  const typed = label.trim().toUpperCase();
  const normal =
    system === 'Palmer' ? typed.replace(/[┘└┐┌]/, (corner) => TYPED_CORNERS[corner] ?? corner) : typed;
  return BY_LABEL[system].get(normal)?.fdi ?? null;
}

/** The chart position behind a label, null when the system knows no such label. */
export function toothFromLabel(label: string, system: NumberSystem): ToothId | null {
  const fdi = fdiFromLabel(label, system);
  return fdi === null ? null : (toothOf(fdi)?.id ?? null);
}
