import { randomBytes, randomInt } from 'node:crypto';
import { SECURITY_LIMITS } from '@cusp/contract/security.routes';
import { sql } from 'kysely';
import type { Doer } from '../../platform/http/actor.ts';
import { keyedHash, seal, secretsOf, unsealByAny } from '../../platform/secrets/secret-box.ts';
import type { Work } from '../../platform/work.ts';
import { secondStepsOf } from '../identity/second-steps.sql.ts';

/** Without characters that are easily confused: 0 o, 1 i l, u v. */
const LETTERS = '23456789abcdefghjkmnpqrstwxyz';
const HALF = 5;

const half = () => Array.from({ length: HALF }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Normalises what was typed. */
export const plainCode = (code: string): string => code.toLowerCase().replaceAll(/[\s\-–—_.]/g, '');

export const RECOVERY_PURPOSE = 'key of recovery codes';
const KEY_BYTES = 32;

/**
 * 48 bits are too few for a plain digest, so the hashes are keyed. Each set of codes has a random key, stored
 * encrypted, because the person can move to a region with another secret.
 */
const hashOf = (key: Uint8Array, userId: number, code: string) =>
  keyedHash(key, 'recovery code', `${userId} ${plainCode(code)}`);

/** Ten new codes, replacing the old ones. Shown only once; only their hashes are stored. */
export async function newRecoveryCodes(work: Work<Doer>, userId: number): Promise<string[]> {
  const codes = Array.from({ length: SECURITY_LIMITS.recoveryCodes }, () => `${half()}-${half()}`);
  const key = randomBytes(KEY_BYTES);
  const sealed = seal(work.services.secret, RECOVERY_PURPOSE, userId, key);
  await work.tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  await work.tx
    .insertInto('recovery_code')
    .values(
      codes.map((code) => ({
        user_id: userId,
        hash: hashOf(key, userId, code),
        used_at: null,
        key: sealed,
      })),
    )
    .execute();
  return codes;
}

/** Codes for a person's first second step; null if they already have codes. */
export async function firstRecoveryCodes(work: Work<Doer>, userId: number): Promise<string[] | null> {
  const { recoveryCodes } = await secondStepsOf(work.tx, userId);
  return recoveryCodes > 0 ? null : newRecoveryCodes(work, userId);
}

/** Whether a recovery code is right; uses it up. */
export async function spendRecoveryCode(work: Work<Doer>, userId: number, code: string): Promise<boolean> {
  const { numUpdatedRows } = await work.tx
    .updateTable('recovery_code')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('hash', '=', sql<Buffer>`any(${await hashesOf(work, userId, code)}::bytea[])`)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The hashes of a code with the keys that the person's codes have. */
async function hashesOf({ tx, services }: Work<Doer>, userId: number, code: string): Promise<Buffer[]> {
  const secrets = secretsOf(services);
  const sets = await tx
    .selectFrom('recovery_code')
    .select('key')
    .distinct()
    .where('user_id', '=', userId)
    .execute();
  return sets
    .flatMap(({ key }) =>
      key ? (unsealByAny(secrets, RECOVERY_PURPOSE, userId, key)?.bytes ?? []) : secrets,
    )
    .map((key) => hashOf(key, userId, code));
}
