import { readGs1, readLabelDate } from './gs1.ts';
import { readHibc } from './hibc.ts';

/** Who issues the format: GS1, HIBCC, ICCBBA, or nobody known. */
export type UdiKind = 'gs1' | 'hibc' | 'iccbba' | 'other';

export interface Udi {
  kind: UdiKind;
  /** The one spelling that is compared; equal for every way of writing a UDI. */
  key: string;
  serial: string | null;
  /** As the label says it; `day` is null where it names the month only. */
  produced: { year: number; month: number; day: number | null } | null;
}

export type UdiProblem = 'empty' | 'wrong_check_digit';

/** What a barcode reader puts before the text: which symbology it read. */
const SYMBOLOGY = /^\][A-Za-z]\d/;
/** Letters as people see them: full-width and decomposed forms in one, no case. */
const folded = (text: string) => text.normalize('NFKC').toUpperCase().normalize('NFKC');
/** Blanks, control characters and what cannot be seen. */
const UNSEEN = /[\p{C}\p{Z}\s]|\u241d|<GS>|\{GS\}/giu;

/**
 * Reads a UDI however it is written: GS1 with and without brackets and FNC1, HIBC, ICCBBA. Text of no known format is
 * taken as it is (`other`), because the formats say nothing of what older devices carry.
 */
export function readUdi(text: string): Udi | UdiProblem {
  const typed = folded(text.trim().replace(SYMBOLOGY, ''));
  const compact = typed.replace(UNSEEN, '');
  if (compact === '') return 'empty';
  const plain = { serial: null, produced: null };

  const gs1 = readGs1(typed);
  if (gs1 === 'wrong_check_digit') return gs1;
  if (gs1)
    return {
      kind: 'gs1',
      // Without FNC1 nobody can tell where a value ends, so the key has neither brackets nor separators.
      key: compact.replace(/[()]/g, ''),
      serial: gs1.values.get('21') ?? null,
      produced: readLabelDate(gs1.values.get('11') ?? ''),
    };

  const hibc = readHibc(compact);
  if (hibc === 'wrong_check_digit') return hibc;
  if (hibc) return { kind: 'hibc', key: hibc, ...plain };
  return { kind: /^[=&]./u.test(compact) ? 'iccbba' : 'other', key: compact, ...plain };
}

/** Whether a production date, `YYYY-MM-DD`, is the one on the label; true when the label names none. */
export function fitsLabel(udi: Udi, prodDate: string): boolean {
  if (udi.produced === null) return true;
  const [year, month, day] = prodDate.split('-').map(Number);
  const label = udi.produced;
  return label.year === year && label.month === month && (label.day === null || label.day === day);
}

/** Letters and digits of a serial number: what is left when people leave out blanks and dashes. */
export const serialKey = (text: string): string => folded(text).replace(/[^\p{L}\p{N}]/gu, '');
