import { SHEET_LIMITS } from '@cusp/contract/sheets.routes';
import { SheetError } from './sheet-error.ts';

/** Row limit of Excel. */
const EXCEL_ROWS = 1_048_576;
const HEADER_ROWS = 1;

/** Addresses such as `B7` of cells with a formula or an error value instead of typed text. */
export type Marked = Map<string, 'formula' | 'error'>;

/**
 * Scans the cells of a worksheet before the library does, because the library fills gaps between cells and stops at the
 * first error value. Returns the worksheet with formulas and error values as texts, and the cells they are in; without
 * empty cells and rows, of which a small file can have a million.
 */
export function scanCells(xml: string): { xml: string; marked: Marked } {
  // Comments and CDATA can hold tags, which would be read differently here and by the library.
  if (/<!(?:--|\[CDATA\[)/.test(xml)) throw new SheetError('unsafe');
  if (/<(?:\w+:)?mergeCell\b/.test(xml)) throw new SheetError('merged_cells');
  for (const [, row] of xml.matchAll(/<(?:\w+:)?row\b[^>]*?\br=["'](\d+)["']/g))
    if (Number(row) > EXCEL_ROWS) throw new SheetError('damaged');

  const marked: Marked = new Map();
  let filled = 0;
  const changed = xml.replace(
    /<((?:\w+:)?)c\b([^>]*?)(?:\/>|>(.*?)<\/\1c>)/gs,
    (cell, prefix: string, attributes: string, inner: string | undefined) => {
      if (!inner) return ADDRESS.test(attributes) ? '' : cell;
      filled += 1;
      if (filled > SHEET_LIMITS.rows * SHEET_LIMITS.columns) throw new SheetError('too_heavy');
      const [, address = '', letters = '', row = ''] = ADDRESS.exec(attributes) ?? [];
      const kind = /<(?:\w+:)?f\b/.test(inner)
        ? 'formula'
        : /\bt=["']e["']/.test(attributes)
          ? 'error'
          : null;
      const isFilled = kind !== null || /<(?:\w+:)?(?:v|is)\b[^>/]*>/.test(inner);
      if (isFilled && Number(row) > SHEET_LIMITS.rows + HEADER_ROWS) throw new SheetError('too_many_rows');
      if (isFilled && columnNumber(letters) > SHEET_LIMITS.columns) throw new SheetError('too_many_columns');
      if (kind === null) return cell;
      marked.set(address, kind);
      const text = kind === 'formula' ? `=${contentOf('f', inner)}` : contentOf('v', inner);
      const style = attributes.replace(/\s(?:t|s)=(?:"[^"]*"|'[^']*')/g, '');
      return `<${prefix}c${style} t="inlineStr"><${prefix}is><${prefix}t>${text}</${prefix}t></${prefix}is></${prefix}c>`;
    },
  );
  const scanned = changed.replace(EMPTY_ROW, '');
  requireFewRows(scanned);
  return { xml: scanned, marked };
}

/** Refuses a sheet of many rows without a number, which the library would all create. */
function requireFewRows(scanned: string): void {
  let left = SHEET_LIMITS.rows + HEADER_ROWS;
  for (const _ of scanned.matchAll(/<(?:\w+:)?row\b/g)) {
    left -= 1;
    if (left < 0) throw new SheetError('too_many_rows');
  }
}

/**
 * @throws SheetError for a row that is not empty and hidden, also by a filter: people would not see that it is
 * uploaded.
 */
export function refuseHiddenRows(scanned: string): void {
  for (const [, attributes = ''] of scanned.matchAll(/<(?:\w+:)?row\b([^>]*)>/g))
    if (/\bhidden=["'](?:1|true)["']/.test(attributes)) throw new SheetError('hidden_rows');
}

/** The address of a cell in its attributes, with its letters and digits. XML allows either quotation mark. */
const ADDRESS = /\br=["'](([A-Z]+)(\d+))["']/;
/** A row without cells. One without a number is kept, because it counts for the rows after it. */
const EMPTY_ROW = /<((?:\w+:)?)row\b(?=[^>]*\br=["']\d)[^>]*?(?:\/>|>\s*<\/\1row>)/g;

/** Content of a tag, still escaped. */
const contentOf = (tag: 'f' | 'v', inner: string): string =>
  new RegExp(`<(?:\\w+:)?${tag}\\b[^>]*>([^<]*)<`).exec(inner)?.[1] ?? '';

/** A is 1, Z is 26, AA is 27. */
const columnNumber = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

/** 1 is A, 27 is AA. */
export function columnLetters(number: number): string {
  const rest = (number - 1) % 26;
  const before = (number - 1 - rest) / 26;
  return (before > 0 ? columnLetters(before) : '') + String.fromCharCode(65 + rest);
}
