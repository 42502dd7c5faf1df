import { readGs1, readLabelDate } from './gs1.ts';
import { readHibc } from './hibc.ts';

/** Issuer of the format: GS1, HIBCC, ICCBBA, or unknown. */
export type UdiKind = 'gs1' | 'hibc' | 'iccbba' | 'other';

export interface Udi {
  kind: UdiKind;
  /** Normalised spelling for comparisons; equal for all ways of writing a UDI. */
  key: string;
  serial: string | null;
  /** `(01)` with its number, in the spelling of `key`; null for other formats. */
  gtin: string | null;
  /** Whether the end of the serial number is certain from brackets or separators. */
  isSerialWhole: boolean;
  /** Production date on the label; `day` is null if it names only the month. */
  produced: { year: number; month: number; day: number | null } | null;
  /** Whether its production date `(11)` or expiry date `(17)` does not exist. */
  isDateWrong: boolean;
}

type UdiProblem = 'empty' | 'wrong_check_digit';

/** Prefix of barcode readers that identifies the symbology. */
const SYMBOLOGY = /^\][A-Za-z]\d/;
/** Normalised letters: full-width and decomposed forms unified, upper case. */
const folded = (text: string) => text.normalize('NFKC').toUpperCase().normalize('NFKC');
/** Blanks, control characters and invisible characters. */
const UNSEEN = /[\p{C}\p{Z}\s]|\u241d|<GS>|\{GS\}/giu;

/**
 * Parses a UDI in any spelling: GS1 with and without brackets and FNC1, HIBC, ICCBBA. Any other text is accepted
 * unchanged (`other`), because older devices may carry labels of other formats.
 */
export function readUdi(text: string): Udi | UdiProblem {
  const typed = folded(text.trim().replace(SYMBOLOGY, ''));
  // Without an invisible character between them, a letter and its accent are one.
  const compact = folded(typed.replace(UNSEEN, ''));
  if (compact === '') return 'empty';
  const plain = { serial: null, gtin: null, isSerialWhole: false, produced: null, isDateWrong: false };

  const gs1 = readGs1(typed);
  if (gs1 === 'wrong_check_digit') return gs1;
  if (gs1)
    return {
      kind: 'gs1',
      // Without FNC1 the end of a value is ambiguous, so the key has neither brackets nor separators.
      key: compact.replace(/[()]/g, ''),
      serial: gs1.values.get('21') ?? null,
      gtin: `01${gs1.gtin}`,
      isSerialWhole: gs1.isSeparated && gs1.values.has('21'),
      produced: readLabelDate(gs1.values.get('11') ?? ''),
      isDateWrong: ['11', '17'].some((identifier) => {
        const date = gs1.values.get(identifier);
        return date !== undefined && readLabelDate(date) === null;
      }),
    };

  const hibc = readHibc(compact);
  if (hibc === 'wrong_check_digit') return hibc;
  if (hibc) return { kind: 'hibc', key: hibc, ...plain };
  return { kind: /^[=&]./u.test(compact) ? 'iccbba' : 'other', key: compact, ...plain };
}

/**
 * Normalised search text for a UDI, typed or sent by a barcode reader, to compare with its key: without symbology and
 * brackets, and split into words at separators.
 */
export function udiSearch(search: string): string {
  const typed = search.normalize('NFKC').trim().replace(SYMBOLOGY, '');
  return typed.replace(/[()]/g, '').replace(/\p{Cc}|\u241d|<GS>|\{GS\}/giu, ' ') || search;
}

/** Whether a production date, `YYYY-MM-DD`, matches the label; true if the label has none. */
export function fitsLabel(udi: Udi, prodDate: string): boolean {
  if (udi.produced === null) return true;
  const [year, month, day] = prodDate.split('-').map(Number);
  const label = udi.produced;
  return label.year === year && label.month === month && (label.day === null || label.day === day);
}

/**
 * Whether a serial number can be the one on the label; true if it is empty or the label has none. On a label without
 * brackets and separators it may be the beginning, because other values seem to belong to the serial number there.
 */
export function fitsSerial(udi: Udi, serial: string): boolean {
  if (udi.serial === null || serial.trim() === '') return true;
  const [printed, given] = [serialKey(udi.serial), serialKey(serial)];
  return udi.isSerialWhole ? printed === given : printed.startsWith(given);
}

/** Letters and digits of a serial number, because people often leave out blanks and dashes. */
export const serialKey = (text: string): string => folded(text).replace(/[^\p{L}\p{N}]/gu, '');
