import { deflateRawSync } from 'node:zlib';

/** Minimum of random bits in a deployment's secret, the output size of HMAC-SHA-256. */
const MIN_BITS = 32 * 8;
/** 32 random bytes in hex or Base64 never compress to fewer bytes. */
const MIN_PACKED = 40;

/**
 * Whether a text can be 32 random bytes in hex, Base64 or as letters and digits. Refuses texts that are too short or
 * show a pattern: few different characters, words, a repeated part, the alphabet.
 */
export function isStrongSecret(text: string): boolean {
  if (/\s/.test(text) || text.length * bitsPerCharacter(text) < MIN_BITS) return false;
  const isHex = /^[0-9a-f]+$/i.test(text);
  const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/].filter((kind) => kind.test(text)).length;
  const isVaried = new Set(text).size >= (isHex ? 8 : 16) && kinds >= 2;
  return isVaried && !isSequence(text) && deflateRawSync(text).length >= MIN_PACKED;
}

/** Upper bound of the bits that one character of such a text can carry. */
function bitsPerCharacter(text: string): number {
  if (/^[0-9]+$/.test(text)) return Math.log2(10);
  return /^[0-9a-f]+$/i.test(text) ? 4 : 6;
}

/** Whether a third of the characters follow their predecessor, as in the alphabet; random texts have hardly any. */
function isSequence(text: string): boolean {
  const following = [...text].filter((_, at) => text.charCodeAt(at) === text.charCodeAt(at - 1) + 1);
  return following.length * 3 > text.length;
}
