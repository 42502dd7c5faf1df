/** Whether bytes begin with one of the two byte order marks of UTF-16. */
export const hasUtf16Mark = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);

/**
 * Converts UTF-16 with a byte order mark to Latin-1, other characters to question marks. Returns other bytes unchanged.
 */
export function utf16ToLatin1(bytes: Uint8Array): Uint8Array {
  if (!hasUtf16Mark(bytes)) return bytes;
  const low = bytes[0] === 0xff ? 0 : 1;
  const out = new Uint8Array((bytes.length >> 1) - 1);
  for (let i = 0; i < out.length; i++) {
    const at = i * 2 + 2;
    out[i] = bytes[at + 1 - low] === 0 ? bytes[at + low] : 63;
  }
  return out;
}
