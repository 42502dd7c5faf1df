import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { MASK } from '@cusp/contract/patient';
import type { Actor } from '../../platform/http/actor.ts';
import { secretsOf } from '../../platform/secrets/secret-box.ts';
import type { Services } from '../../platform/services.ts';

const INVITATION_DAYS = 14;
const INVITATION_MS = INVITATION_DAYS * 24 * 60 * 60 * 1000;

type Kind = 'connection' | 'group';

interface Row {
  id: number;
  token_hash: Buffer | null;
  token_expires_at: Date | null;
}

interface Issued {
  token: string;
  columns: { token_hash: Buffer; token_expires_at: Date };
}

const hash = (token: string) => createHash('sha256').update(token).digest();

/**
 * The token of a row is a keyed hash of its id and expiry, so that the invited person can get it again although only
 * its hash is stored. A new expiry gives a new token.
 */
function derive(secret: Uint8Array, kind: Kind, id: number, expiresAt: Date): string {
  return createHmac('sha256', secret)
    .update(`invitation ${kind} ${id} ${expiresAt.getTime()}`)
    .digest('base64url');
}

/** A new token for a row; earlier ones stop working. */
export function issueToken(services: Services, kind: Kind, row: Row): Issued {
  const previous = row.token_expires_at?.getTime() ?? 0;
  const expiresAt = new Date(Math.max(Date.now() + INVITATION_MS, previous + 1));
  const token = derive(services.secret, kind, row.id, expiresAt);
  return { token, columns: { token_hash: hash(token), token_expires_at: expiresAt } };
}

/** The columns of a row whose token is valid for at least half its time: unchanged, or with a new token. */
export function lastingToken(services: Services, kind: Kind, row: Row): Partial<Issued['columns']> {
  const left = (row.token_expires_at?.getTime() ?? 0) - Date.now();
  return row.token_hash && left > INVITATION_MS / 2 ? {} : issueToken(services, kind, row).columns;
}

/**
 * The row's valid token, for the invited person only; null if it is used, expired or withdrawn. Support sees only
 * whether there is one, because a person who has it can accept in the person's name.
 */
export function openToken(services: Services, { support }: Actor, kind: Kind, row: Row): string | null {
  if (!row.token_hash || !row.token_expires_at || row.token_expires_at.getTime() <= Date.now()) return null;
  const { token_hash, token_expires_at } = row;
  const token = secretsOf(services)
    .map((secret) => derive(secret, kind, row.id, token_expires_at))
    .find((each) => timingSafeEqual(hash(each), token_hash));
  return token === undefined ? null : support ? MASK : token;
}

/** Whether it is the row's token, expired or not. */
const isToken = (row: Row, token: string): boolean =>
  row.token_hash !== null && timingSafeEqual(hash(token), row.token_hash);

export function tokenFits(row: Row, token: string): boolean {
  if (!row.token_expires_at || row.token_expires_at.getTime() <= Date.now()) return false;
  return isToken(row, token);
}

/**
 * The refusal for other people: holders of the link learn that it is for another account; everybody else gets
 * `not_found`.
 */
export const whyNotYours = (row: Row, token: string): 'no_permission' | 'request_needed' =>
  isToken(row, token) ? 'no_permission' : 'request_needed';

/** Columns of a row whose token is used or withdrawn. */
export const NO_TOKEN = { token_hash: null, token_expires_at: null } as const;
