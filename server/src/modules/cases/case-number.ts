import { randomInt } from 'node:crypto';

/** Leaves out letters and digits that are easily confused on the phone or on paper. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 6;

/**
 * A new case number such as `2611-K7M2QX`: year, month and six random characters, so that numbers cannot be guessed.
 */
export function newCaseNumber(now = new Date()): string {
  const month = now.toISOString().slice(2, 7).replace('-', '');
  const signs = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return `${month}-${signs.join('')}`;
}

/** Whether a text is a whole case number, ours or that of another system. */
export const isCaseNumber = (text: string): boolean => /^\d{4}-[0-9A-Z]{6,12}$/i.test(text);
