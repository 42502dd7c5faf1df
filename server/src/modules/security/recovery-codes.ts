import { randomInt } from 'node:crypto';
import { SECURITY_LIMITS } from '@cusp/contract/security.routes';
import { sql } from 'kysely';
import type { Doer } from '../../platform/http/actor.ts';
import { keyedHash, secretsOf } from '../../platform/secrets/secret-box.ts';
import type { Work } from '../../platform/work.ts';
import { secondStepsOf } from '../identity/second-steps.sql.ts';

/** Without characters that are easily confused: 0 o, 1 i l, u v. */
const LETTERS = '23456789abcdefghjkmnpqrstwxyz';
const HALF = 5;

const half = () => Array.from({ length: HALF }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Normalises what was typed. */
export const plainCode = (code: string): string => code.toLowerCase().replaceAll(/[\s\-–—_.]/g, '');

/** 48 bits are too few for a plain digest, so the hashes are keyed with the deployment's secret. */
const hashOf = (secret: Uint8Array, userId: number, code: string) =>
  keyedHash(secret, 'recovery code', `${userId} ${plainCode(code)}`);

/** Ten new codes, replacing the old ones. Shown only once; only their hashes are stored. */
export async function newRecoveryCodes(work: Work<Doer>, userId: number): Promise<string[]> {
  const codes = Array.from({ length: SECURITY_LIMITS.recoveryCodes }, () => `${half()}-${half()}`);
  await work.tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  await work.tx
    .insertInto('recovery_code')
    .values(
      codes.map((code) => ({
        user_id: userId,
        hash: hashOf(work.services.secret, userId, code),
        used_at: null,
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
    .where(
      'hash',
      'in',
      secretsOf(work.services).map((secret) => hashOf(secret, userId, code)),
    )
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
