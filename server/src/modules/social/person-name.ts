import { LIMITS } from '@cusp/contract/identity';
import { isSeen } from '@cusp/contract/names';

/** What our own forms would take of it; '' for a name that nobody could see. */
function tidy(text: string | undefined): string {
  const plain = (text ?? '').replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ').trim();
  return isSeen(plain) ? plain.slice(0, LIMITS.name).trim() : '';
}

/** First and last name as a provider tells them; one that tells the whole name only is taken at its last blank. */
export function nameParts(
  given: string | undefined,
  family: string | undefined,
  whole: string | undefined,
): { firstName: string; lastName: string } {
  if (tidy(given)) return { firstName: tidy(given), lastName: tidy(family) };
  const words = tidy(whole).split(/\s+/);
  const last = words.length > 1 ? (words.pop() ?? '') : '';
  return { firstName: words.join(' '), lastName: last || tidy(family) };
}
