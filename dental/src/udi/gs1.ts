/** Length of the value of each application identifier that device labels use; null is up to the next FNC1 or the end. */
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

/** What ends a value of no fixed length, as barcode readers send it and as people write it. */
const FNC1 = /\p{Cc}|\u241d|<GS>|\{GS\}/giu;
/** How an FNC1 is written below. */
const END = '\u241d';
/** Brackets that people read an identifier by; readers send none. */
const BRACKETED = /\(\s*(\d{2,4})\s*\)/g;

export interface Gs1 {
  gtin: string;
  /** Values by identifier, as far as they can be told apart. */
  values: ReadonlyMap<string, string>;
}

/** The last digit of a GTIN, from the digits before it: weights 3 and 1 from the right (GS1 General Specifications, 7.9). */
export function gtinCheckDigit(digits: string): number {
  let sum = 0;
  for (let i = 0; i < digits.length; i++)
    sum += Number(digits[digits.length - 1 - i]) * (i % 2 === 0 ? 3 : 1);
  return (10 - (sum % 10)) % 10;
}

/** Reads a GS1 element string that begins with a GTIN; null when it is none, `wrong_check_digit` when it is mistyped. */
export function readGs1(text: string): Gs1 | 'wrong_check_digit' | null {
  const marked = text.replace(/\s/gu, '').replace(BRACKETED, `${END}$1`).replace(FNC1, END);
  const [, gtin, rest = ''] = /^\u241d?01(\d{14})(.*)$/su.exec(marked) ?? [];
  if (gtin === undefined) return null;
  const values = new Map<string, string>();
  const isUnderstood = readValues(rest, values);
  if (gtinCheckDigit(gtin.slice(0, 13)) !== Number(gtin[13])) {
    // Sixteen digits alone may be any number; with an identifier before or behind they are meant as a GTIN.
    const isMeant = marked.startsWith(END) || (rest !== '' && isUnderstood);
    return isMeant ? 'wrong_check_digit' : null;
  }
  return { gtin, values };
}

/** Fills in the values up to the first identifier that is not known; false when there is one. */
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

/** A date of a label, `YYMMDD`; the day 00 stands for the whole month. Device labels are younger than 2000. */
export function readLabelDate(value: string): { year: number; month: number; day: number | null } | null {
  const [, yy, mm, dd] = /^(\d\d)(\d\d)(\d\d)$/.exec(value) ?? [];
  const [year, month, day] = [2000 + Number(yy), Number(mm), Number(dd)];
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (yy === undefined || month < 1 || month > 12 || day > days) return null;
  return { year, month, day: day === 0 ? null : day };
}
