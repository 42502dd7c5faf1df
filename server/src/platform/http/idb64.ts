/** An id as used in links: URL-safe base64 of its decimal digits. */
export const encodeId = (id: number): string => Buffer.from(String(id)).toString('base64url');

/** The id in a link; null for anything that `encodeId` cannot produce. */
export function decodeId(idb64: string): number | null {
  const digits = Buffer.from(idb64, 'base64url').toString('latin1');
  if (!/^[1-9]\d{0,15}$/.test(digits)) return null;
  const id = Number(digits);
  return Number.isSafeInteger(id) ? id : null;
}
