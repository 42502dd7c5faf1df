/** Lengths of the application identifiers that device labels use; null is variable, up to the next FNC1 or the end. */
const LENGTHS: Record<string, number | null> = {
  '01': 14,
  '10': null,
  '11': 6,
  '17': 6,
  '21': null,
  '22': null,
  '240': null,
  '241': null,
  '250': null,
};
const IDENTIFIER = /^(?:01|10|11|17|21|22|240|241|250)/;

/** Ends a value of variable length, as barcode readers send it and as people write it. */
const FNC1 = /\p{Cc}|\u241d|<GS>|\{GS\}/giu;
/** Normalised form of an FNC1. */
const END = '\u241d';
/** Identifiers in brackets, as printed for people; barcode readers do not send brackets. */
const BRACKETED = /\(\s*(\d{2,4})\s*\)/g;

interface Gs1 {
  gtin: string;
  /** Values by identifier, as far as they can be separated. */
  values: ReadonlyMap<string, string>;
  /** Whether brackets or FNC1 show where values after the GTIN end; otherwise one of variable length takes the rest. */
  isSeparated: boolean;
}

/**
 * The check digit of a GTIN from the digits before it: weights 3 and 1 from the right (GS1 General Specifications,
 * 7.9).
 */
export function gtinCheckDigit(digits: string): number {
  let sum = 0;
  for (let i = 0; i < digits.length; i++)
    sum += Number(digits[digits.length - 1 - i]) * (i % 2 === 0 ? 3 : 1);
  return (10 - (sum % 10)) % 10;
}

/**
 * Parses a GS1 element string that begins with a GTIN; null for other text, `wrong_check_digit` for a mistyped GTIN.
 */
export function readGs1(text: string): Gs1 | 'wrong_check_digit' | null {
  const marked = text.replace(/\s/gu, '').replace(BRACKETED, `${END}$1`).replace(FNC1, END);
  const [, gtin, rest = ''] = /^\u241d?01(\d{14})(.*)$/su.exec(marked) ?? [];
  if (gtin === undefined) return null;
  const values = new Map<string, string>();
  const isUnderstood = readValues(rest, values);
  if (gtinCheckDigit(gtin.slice(0, 13)) !== Number(gtin[13])) {
    // Sixteen digits alone may be any number; an identifier before or after them shows that they are a GTIN.
    const isMeant = marked.startsWith(END) || (rest !== '' && isUnderstood);
    return isMeant ? 'wrong_check_digit' : null;
  }
  return { gtin, values, isSeparated: rest.includes(END) };
}

/** Reads values up to the first unknown identifier; false if there is one. */
function readValues(text: string, values: Map<string, string>): boolean {
  let rest = text;
  while (rest !== '') {
    rest = rest.replace(/^\u241d+/u, '');
    if (rest === '') break;
    const identifier = IDENTIFIER.exec(rest)?.[0];
    if (identifier === undefined) return false;
    const value = rest.slice(identifier.length);
    const end = value.indexOf(END);
    const length = LENGTHS[identifier] ?? (end < 0 ? value.length : end);
    if (length === 0 || value.length < length) return false;
    values.set(identifier, value.slice(0, length));
    rest = value.slice(length);
  }
  return true;
}

/** Start of a label, or of a value in it: the symbology identifier that readers send, and identifiers in brackets. */
const MARKS = String.raw`\][A-Za-z]\d(?=\(?\d)|\(\s*(01)\s*\)(?=(?:\s*\d){14})|\(\s*(?!01\s*\))(\d{2,4})\s*\)`;

/**
 * The labels in a text, in order: a barcode reader that does not wait appends the next label to the previous one. A
 * label ends where an identifier or the symbology is repeated; without brackets only a repeated GTIN shows it.
 */
export function labelsIn(text: string): string[] {
  const gtin = /^\s*(?:\][A-Za-z]\d)?(01\d{14})/u.exec(text)?.[1];
  const labels: string[] = [];
  const seen = new Set<string>();
  let begin = 0;
  for (const { 0: mark, 1: first, 2: other, index } of text.matchAll(
    new RegExp(gtin ? `${MARKS}|${gtin}` : MARKS, 'gu'),
  )) {
    const what = mark.startsWith(']') ? ']' : (first ?? other ?? mark);
    const isBehind = text.slice(begin, index).trim() !== '';
    if (isBehind && (seen.has(what) || what === ']')) {
      labels.push(text.slice(begin, index));
      begin = index;
      seen.clear();
    }
    seen.add(what);
  }
  return [...labels, text.slice(begin)].map((label) => label.trim()).filter(Boolean);
}

/** A lot on a material label, with the other data of the label. */
interface MaterialLabel {
  lot: string;
  /** '' if the label has none. */
  gtin: string;
  /** `YYYY-MM-DD`; null if the label has none. */
  expiry: string | null;
}

/**
 * Reads the label of a material: `(10)` lot, `(17)` expiry and `(01)` GTIN in any order, as sent by barcode readers and
 * as typed by people. A second code beside the GTIN may have only lot and expiry.
 */
export function readMaterialLabel(
  text: string,
): MaterialLabel | 'no_lot' | 'wrong_check_digit' | 'wrong_date' {
  const marked = text
    .normalize('NFKC')
    .trim()
    .replace(/^\][A-Za-z]\d/, '')
    .replace(/\s/gu, '')
    .replace(BRACKETED, `${END}$1`)
    .replace(FNC1, END);
  const values = new Map<string, string>();
  readValues(marked, values);
  const gtin = values.get('01') ?? '';
  if (gtin !== '' && (!/^\d{14}$/.test(gtin) || gtinCheckDigit(gtin.slice(0, 13)) !== Number(gtin[13])))
    return 'wrong_check_digit';
  const lot = values.get('10') ?? '';
  if (!/^[\x21-\x7e]{1,20}$/.test(lot)) return 'no_lot';
  const printed = values.get('17');
  const expiry = printed === undefined ? null : readLabelDate(printed);
  // Ignoring an unreadable expiry would make an expired lot look as if it had no expiry.
  if (printed !== undefined && !expiry) return 'wrong_date';
  return { lot, gtin, expiry: expiry && lastDayOf(expiry) };
}

/** A month without a day ends with its last day. */
function lastDayOf({ year, month, day }: { year: number; month: number; day: number | null }): string {
  return new Date(Date.UTC(year, day === null ? month : month - 1, day ?? 0)).toISOString().slice(0, 10);
}

/**
 * A label's date, `YYMMDD`; null if it does not exist. Day 00 means the whole month, which GS1 allows for `(11)` and
 * `(17)` (GS1 Barcode Syntax Dictionary, `yymmd0`). Device labels date from 2000 or later.
 */
export function readLabelDate(value: string): { year: number; month: number; day: number | null } | null {
  const [, yy, mm, dd] = /^(\d\d)(\d\d)(\d\d)$/.exec(value) ?? [];
  const [year, month, day] = [2000 + Number(yy), Number(mm), Number(dd)];
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (yy === undefined || month < 1 || month > 12 || day > days) return null;
  return { year, month, day: day === 0 ? null : day };
}
