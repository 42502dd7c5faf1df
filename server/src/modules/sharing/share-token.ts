import { createHash } from 'node:crypto';
import { keyedHash } from '../../platform/secrets/secret-box.ts';
import type { Services } from '../../platform/services.ts';

interface NewLink {
  caseId: number;
  makerId: number;
  /** The browser's key of this link. Not stored, so that the token cannot be derived from stored data. */
  key: string;
}

/** The 256-bit token of a link; the same key gives the same token, so that a repeated request creates one link. */
export const shareToken = (services: Services, { caseId, makerId, key }: NewLink): string =>
  keyedHash(services.secret, 'share link', `${caseId} ${makerId} ${key.toLowerCase()}`).toString('base64url');

/** The stored hash of a token. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();
