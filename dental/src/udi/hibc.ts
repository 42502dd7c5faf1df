const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%';
/** Printed form of the check character blank. */
const PRINTED_BLANK = '_';

/** The check character of an HIBC text: the sum of its characters modulo 43 (ANSI/HIBC 2.6, appendix B). */
export function hibcCheckCharacter(text: string): string {
  let sum = 0;
  for (const character of text) sum += CHARACTERS.indexOf(character);
  return CHARACTERS.charAt(sum % 43);
}

/**
 * Normalised spelling of an HIBC text including its check character; null for other text, `wrong_check_digit` for a
 * mistyped one. `text` is upper case without blanks; labels print it between asterisks.
 */
export function readHibc(text: string): string | 'wrong_check_digit' | null {
  const body = text.replace(/^\*|\*$/g, '');
  if (!/^\+[A-Z][0-9A-Z]{3}[0-9A-Z\-.$/+%]{2,}_?$/.test(body)) return null;
  const check = body.slice(-1);
  const before = hibcCheckCharacter(body.slice(0, -1));
  if (check === PRINTED_BLANK) return before === ' ' ? body : 'wrong_check_digit';
  if (check === before) return body;
  // A trailing blank is easily lost in copying.
  return hibcCheckCharacter(body) === ' ' ? body + PRINTED_BLANK : 'wrong_check_digit';
}
