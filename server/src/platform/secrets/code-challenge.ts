import { createHash } from 'node:crypto';

/** The S256 challenge of a verifier (RFC 7636): shows later that a code is used by the page that asked for it. */
export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url');
