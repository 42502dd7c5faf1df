import { type NumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Numbers that cost extra or belong to no person: a message there only earns somebody money. */
const NEVER: ReadonlySet<NumberType> = new Set([
  'PREMIUM_RATE',
  'SHARED_COST',
  'PAGER',
  'VOICEMAIL',
] as const);

/**
 * The one spelling of a phone number (E.164), which is compared and sent to. Null for a number that cannot
 * exist or that we do not send to. Digits nobody has been given yet pass: numbering plans grow.
 */
export function reachableNumber(phone: string): string | null {
  const parsed = parsePhoneNumberFromString(phone);
  return parsed?.isPossible() && !NEVER.has(parsed.getType()) ? parsed.number : null;
}
