import { type NumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Premium and shared numbers: toll fraud sends itself messages to earn their fees. */
const NEVER: ReadonlySet<NumberType> = new Set([
  'PREMIUM_RATE',
  'SHARED_COST',
  'PAGER',
  'VOICEMAIL',
] as const);

/**
 * A phone number in E.164, for comparing and sending. Null for a number that cannot exist or that we do not send to.
 * Unassigned numbers are allowed, because numbering plans grow.
 */
export function reachableNumber(phone: string): string | null {
  const parsed = parsePhoneNumberFromString(phone);
  return parsed?.isPossible() && !NEVER.has(parsed.getType()) ? parsed.number : null;
}
