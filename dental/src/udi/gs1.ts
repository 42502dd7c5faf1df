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
/** Identifiers in brackets, as printed for people; readers send none. */
const BRACKETED = /\(\s*(\d{2,4})\s*\)/g;

export interface Gs1 {
  gtin: string;
  /** Values by identifier, as far as they can be separated. */
  values: ReadonlyMap<string, string>;
}

/** The check digit of a GTIN from the digits before it: weights 3 and 1 from the right (GS1 General Specifications, 7.9). */
export function gtinCheckDigit(digits: string): number {
  let sum = 0;
  for (let i = 0; i < digits.length; i++)
    sum += Number(digits[digits.length - 1 - i]) * (i % 2 === 0 ? 3 : 1);
  return (10 - (sum % 10)) % 10;
}

/** Parses a GS1 element string that begins with a GTIN; null for other text, `wrong_check_digit` for a mistyped GTIN. */
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
  return { gtin, values };
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

/** A label's date, `YYMMDD`; day 00 means the whole month. Device labels date from 2000 or later. */
export function readLabelDate(value: string): { year: number; month: number; day: number | null } | null {
  const [, yy, mm, dd] = /^(\d\d)(\d\d)(\d\d)$/.exec(value) ?? [];
  const [year, month, day] = [2000 + Number(yy), Number(mm), Number(dd)];
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (yy === undefined || month < 1 || month > 12 || day > days) return null;
  return { year, month, day: day === 0 ? null : day };
}
