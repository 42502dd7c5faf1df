import { randomInt } from 'node:crypto';
import type { Region } from '../../platform/region/region.ts';

/** Leaves out letters and digits that are easily confused on the phone or on paper. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 6;

const REGION_SIGN: Record<Region, string> = { us: 'U', eu: 'E' };

/**
 * A new case number such as `2611-EK7M2QX`: year, month, the letter of the region, so that numbers of two regions never
 * collide, and six random characters, so that they cannot be guessed. Older numbers have no region letter and one
 * character less.
 */
export function newCaseNumber(region: Region, now = new Date()): string {
  const month = now.toISOString().slice(2, 7).replace('-', '');
  const signs = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return `${month}-${REGION_SIGN[region]}${signs.join('')}`;
}

/** Whether a text is a whole case number, ours or that of another system. */
export const isCaseNumber = (text: string): boolean => /^\d{4}-[0-9A-Z]{6,12}$/i.test(text);
