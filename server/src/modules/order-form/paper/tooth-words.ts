import type { NumberSystem } from '@cusp/contract/cases';
import { type Jaw, type Side, toothOf } from '@cusp/dental/teeth';
import { displayLabel, palmerFigure, QUADRANT_LETTERS } from '@cusp/dental/tooth-labels';
import { toothSpans } from '@cusp/dental/tooth-lists';

/** A part of a list of teeth. Palmer corners are drawn as lines because few fonts have the glyphs. */
export interface ToothPiece {
  text: string;
  corner?: { jaw: Jaw; side: Side; letters: string };
  /** The label with the Unicode corner, for pages. */
  actual?: string;
}

/** A tooth in a number system. */
export function toothPiece(fdi: number, system: NumberSystem): ToothPiece {
  const tooth = toothOf(fdi);
  const label = displayLabel(fdi, system);
  if (system !== 'Palmer' || !tooth) return { text: label };
  const { jaw, side } = tooth;
  const corner = { jaw, side, letters: QUADRANT_LETTERS[jaw][side] };
  return { text: palmerFigure(tooth), corner, actual: label };
}

/** Teeth and other places as unbreakable words with commas; adjacent teeth are grouped. */
export function toothWords(
  teeth: readonly number[],
  places: readonly string[],
  system: NumberSystem,
): ToothPiece[][] {
  const words: ToothPiece[][] = [
    ...places.map((text) => [{ text }]),
    ...toothSpans(teeth, system).map((span) =>
      span.flatMap((fdi, end) => [...(end > 0 ? [{ text: '–' }] : []), toothPiece(fdi, system)]),
    ),
  ];
  return words.map((word, index) => (index < words.length - 1 ? [...word, { text: ',' }] : word));
}
