import { createHash } from 'node:crypto';
import { keyedHash } from '../../platform/secrets/secret-box.ts';
import type { Services } from '../../platform/services.ts';

interface NewLink {
  caseId: number;
  makerId: number;
  /** The browser's key of this link. It is not kept, so that nothing stored can make the token again. */
  key: string;
}

/** The 256 bits behind a link; asked twice with one key they are the same, so that a repeated request makes one link. */
export const shareToken = (services: Services, { caseId, makerId, key }: NewLink): string =>
  keyedHash(services.secret, 'share link', `${caseId} ${makerId} ${key.toLowerCase()}`).toString('base64url');

/** What the row of a link keeps of its token. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();
