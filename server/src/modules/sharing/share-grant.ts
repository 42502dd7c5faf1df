import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '../../platform/secrets/secret-box.ts';
import type { Services } from '../../platform/services.ts';

/** How long the URL of a file works. The link itself is checked on each request. */
const GRANT_MS = 15 * 60 * 1000;

export interface Grant {
  linkId: number;
  /** 0 for all files. */
  fileId: number;
  purpose: 'view' | 'light' | 'download' | 'all';
}

const LETTERS = { view: 'v', light: 'l', download: 'd', all: 'a' } as const satisfies Record<
  Grant['purpose'],
  string
>;

const PURPOSES = Object.keys(LETTERS) as Grant['purpose'][];

const sign = (services: Services, { linkId, fileId, purpose }: Grant, until: number): Buffer =>
  keyedHash(services.secret, 'share file', `${linkId} ${fileId} ${purpose} ${until}`);

/**
 * The signed part of the URL of one or all files behind a link: valid for minutes, for this purpose only, and without
 * the token.
 */
export function grantFor(services: Services, grant: Grant): string {
  const until = Date.now() + GRANT_MS;
  return `${LETTERS[grant.purpose]}.${grant.linkId}.${until}.${sign(services, grant, until).toString('base64url')}`;
}

/** The grant of a URL; null if it has expired or was not issued for this file. */
export function readGrant(services: Services, fileId: number, text: string): Grant | null {
  const [, letter, linkId, until, mac = ''] =
    /^([vlda])\.(\d{1,16})\.(\d{1,16})\.([\w-]{43})$/.exec(text) ?? [];
  const purpose = PURPOSES.find((name) => LETTERS[name] === letter);
  if (!purpose) return null;
  const grant: Grant = { linkId: Number(linkId), fileId, purpose };
  const given = Buffer.from(mac, 'base64url');
  const right = sign(services, grant, Number(until));
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
  return Number(until) > Date.now() ? grant : null;
}
