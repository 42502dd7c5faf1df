import { createHash } from 'node:crypto';

/** The S256 challenge of a verifier (RFC 7636): proves later that a code is used by the page that requested it. */
export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url');
