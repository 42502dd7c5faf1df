import { timingSafeEqual } from 'node:crypto';
import { PHONE_CODE } from '@cusp/contract/phone.routes';
import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import type { Visitor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { reachableNumber } from '../../platform/sms/phone-number.ts';
import { inTransaction } from '../../platform/work.ts';
import { ownerHash, type PhoneOwner, phoneDigest } from '../identity/phone-owner.ts';
import { actingAs, codeHash } from './request-code.ts';

/**
 * Verifies a code. The row is locked, so that concurrent attempts are counted one by one. The right code again (a
 * double click, a lost answer) gets the same answer until its proof is used.
 */
export async function verifyPhoneCode(
  services: Services,
  visitor: Visitor,
  owner: PhoneOwner | null,
  { phone, otp }: { phone: string; otp: string },
): Promise<void> {
  const number = reachableNumber(phone);
  if (!owner || !number) throw new Refusal('phone_code_over', 'otp');
  const who = ownerHash(services, owner);
  const trouble = await inTransaction(services, visitor, async (work) => {
    const sent = await work.tx
      .selectFrom('phone_code')
      .select(['id', 'code_hash', 'tries', 'verified_at'])
      .where('owner_hash', '=', who)
      .where('phone_hash', '=', phoneDigest(services, 'number', number))
      .where('ended_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .orderBy('created_at', 'desc')
      .limit(1)
      .forUpdate()
      .executeTakeFirst();
    if (!sent || sent.tries >= PHONE_CODE.tries) return 'phone_code_over';
    const fits = timingSafeEqual(sent.code_hash, codeHash(services, who, number, otp));
    if (fits && sent.verified_at) return null;
    await work.tx
      .updateTable('phone_code')
      .set(fits ? { verified_at: sql`now()` } : { tries: sent.tries + 1 })
      .where('id', '=', sent.id)
      .execute();
    await audit(work.tx, actingAs(visitor, owner), {
      action: 'authn_phone_verify',
      result: fits ? 'ok' : 'refused',
    });
    if (fits) return null;
    return sent.tries + 1 < PHONE_CODE.tries ? 'phone_code_wrong' : 'phone_code_over';
  });
  // Thrown after the transaction, which would otherwise roll back the counted attempt.
  if (trouble) throw new Refusal(trouble, 'otp');
}
