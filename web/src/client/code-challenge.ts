const BYTES = 32;

const urlSafe = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** 32 random bytes as URL-safe base64. */
export const randomText = (): string => urlSafe(crypto.getRandomValues(new Uint8Array(BYTES)));

/** The SHA-256 challenge of a verifier (RFC 7636). */
export async function challengeOf(verifier: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return urlSafe(new Uint8Array(hash));
}
