import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
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
 * The token of a row is a keyed hash of its id and its expiry, so that it can be handed to the invited person
 * again without being kept; the row keeps its hash only. A new expiry is a new token.
 */
function derive(services: Services, kind: Kind, id: number, expiresAt: Date): string {
  return createHmac('sha256', services.secret)
    .update(`invitation ${kind} ${id} ${expiresAt.getTime()}`)
    .digest('base64url');
}

/** A fresh token for a row; one that was given before no longer works. */
export function issueToken(services: Services, kind: Kind, row: Row): Issued {
  const previous = row.token_expires_at?.getTime() ?? 0;
  const expiresAt = new Date(Math.max(Date.now() + INVITATION_MS, previous + 1));
  const token = derive(services, kind, row.id, expiresAt);
  return { token, columns: { token_hash: hash(token), token_expires_at: expiresAt } };
}

/** The columns of a row whose token is good for half its time at least: as they are, or with a fresh one. */
export function lastingToken(services: Services, kind: Kind, row: Row): Partial<Issued['columns']> {
  const left = (row.token_expires_at?.getTime() ?? 0) - Date.now();
  return row.token_hash && left > INVITATION_MS / 2 ? {} : issueToken(services, kind, row).columns;
}

/** The row's open token, for the invited person only; null once it is used, expired or taken back. */
export function openToken(services: Services, kind: Kind, row: Row): string | null {
  if (!row.token_hash || !row.token_expires_at || row.token_expires_at.getTime() <= Date.now()) return null;
  const token = derive(services, kind, row.id, row.token_expires_at);
  return timingSafeEqual(hash(token), row.token_hash) ? token : null;
}

/** Whether it is the row's token, expired or not. */
const isToken = (row: Row, token: string): boolean =>
  row.token_hash !== null && timingSafeEqual(hash(token), row.token_hash);

export function tokenFits(row: Row, token: string): boolean {
  if (!row.token_expires_at || row.token_expires_at.getTime() <= Date.now()) return false;
  return isToken(row, token);
}

/**
 * What is said to somebody who is not the invited person: who holds the link learns that it is for another account;
 * to everybody else the row is not there.
 */
export const whyNotYours = (row: Row, token: string): 'no_permission' | 'request_needed' =>
  isToken(row, token) ? 'no_permission' : 'request_needed';

/** Columns of a row whose token is used or taken back. */
export const NO_TOKEN = { token_hash: null, token_expires_at: null } as const;
