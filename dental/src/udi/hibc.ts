const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%';
/** How labels print the check character that is a blank. */
const PRINTED_BLANK = '_';

/** The check character of an HIBC text: the sum of its characters modulo 43 (ANSI/HIBC 2.6, appendix B). */
export function hibcCheckCharacter(text: string): string {
  let sum = 0;
  for (const character of text) sum += CHARACTERS.indexOf(character);
  return CHARACTERS.charAt(sum % 43);
}

/**
 * One spelling of an HIBC text, with its check character and a blank one printed; null when it is none,
 * `wrong_check_digit` when it is mistyped. `text` is upper case, without blanks; labels print it between stars.
 */
export function readHibc(text: string): string | 'wrong_check_digit' | null {
  const body = text.replace(/^\*|\*$/g, '');
  if (!/^\+[A-Z][0-9A-Z]{3}[0-9A-Z\-.$/+%]{2,}_?$/.test(body)) return null;
  const check = body.slice(-1);
  const before = hibcCheckCharacter(body.slice(0, -1));
  if (check === PRINTED_BLANK) return before === ' ' ? body : 'wrong_check_digit';
  if (check === before) return body;
  // A blank at the end gets lost easily.
  return hibcCheckCharacter(body) === ' ' ? body + PRINTED_BLANK : 'wrong_check_digit';
}
