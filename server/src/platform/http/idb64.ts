/** An id as links carry it: URL-safe base64 of its decimal digits. */
export const encodeId = (id: number): string => Buffer.from(String(id)).toString('base64url');

/** The id of a link, null for anything that `encodeId` never made. */
export function decodeId(idb64: string): number | null {
  const digits = Buffer.from(idb64, 'base64url').toString('latin1');
  if (!/^[1-9]\d{0,15}$/.test(digits)) return null;
  const id = Number(digits);
  return Number.isSafeInteger(id) ? id : null;
}
