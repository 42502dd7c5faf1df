import { domainToASCII } from 'node:url';

/** Letters of other scripts and the Latin ones they look like: Cyrillic, Greek, and others. */
const LOOKALIKES = new Map(
  [
    'аa вb сc ԁd еe ёe һh іi їi јj кk ӏl мm нh оo рp ԛq ѕs тt уy ѵv ԝw хx',
    'αa βb εe ηn ιi κk νv οo ρp τt υu χx',
    'ıi ɑa ɡg',
  ]
    .join(' ')
    .split(' ')
    .map(([letter = '', latin = '']) => [letter, latin]),
);

/**
 * Normalised spelling of an address, for storing and comparing: compatibility forms folded, lower case, lookalike
 * letters replaced, host name in ASCII. Addresses with the same key count as the same address.
 */
export function emailKey(email: string): string {
  const folded = email.normalize('NFKC').trim().toLowerCase();
  const latin = [...folded].map((letter) => LOOKALIKES.get(letter) ?? letter).join('');
  const at = latin.lastIndexOf('@');
  if (at < 1) return latin;
  const host = latin.slice(at + 1);
  return `${latin.slice(0, at)}@${domainToASCII(host) || host}`;
}
