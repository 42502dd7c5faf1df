import { LIMITS } from '@cusp/contract/limits';
import { looksEmpty, withoutTurning } from '@cusp/text/unseen';

/** The name as our own forms would accept it; '' if it has no visible characters. */
function tidy(text: string | undefined): string {
  const plain = withoutTurning(text ?? '')
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim();
  return looksEmpty(plain) ? '' : plain.slice(0, LIMITS.name).trim();
}

/** First and last name from a provider; a full name alone is split at its last blank. */
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
