import { LIMITS } from '@cusp/contract/limits';
import { looksEmpty, withoutTurning } from '@cusp/text/unseen';

/** What our own forms would take of it; '' for a name that nobody could see. */
function tidy(text: string | undefined): string {
  const plain = withoutTurning(text ?? '')
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim();
  return looksEmpty(plain) ? '' : plain.slice(0, LIMITS.name).trim();
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
