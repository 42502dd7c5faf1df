import { randomInt } from 'node:crypto';
import { PHONE_MESSAGE } from '@cusp/contract/identity';
import { PHONE_CODE } from '@cusp/contract/phone.routes';
import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import type { Visitor } from '../../platform/http/actor.ts';
import { networkOf } from '../../platform/http/network.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { reachableNumber } from '../../platform/sms/phone-number.ts';
import { phoneCodeText } from '../../platform/sms/render-sms.ts';
import { smsProviderOf } from '../../platform/sms/twilio.ts';
import { inTransaction } from '../../platform/work.ts';
import { ownerHash, type PhoneOwner, phoneDigest } from '../identity/phone-owner.ts';
import { requireRoomForSms } from './sms-limits.ts';

/**
 * Sends a code to a number, replacing the owner's open code. Counted before sending, because a provider may charge
 * even for refused messages.
 */
export async function requestPhoneCode(
  services: Services,
  visitor: Visitor,
  owner: PhoneOwner,
  phone: string,
): Promise<void> {
  const number = reachableNumber(phone);
  if (!number)
    throw new Refusal('invalid_input', {
      errors: [{ field: 'phone', code: 'custom', message: PHONE_MESSAGE }],
    });
  const provider = smsProviderOf(services.config);
  if (!provider) throw new Refusal('sms_not_set_up');
  const code = String(randomInt(10 ** PHONE_CODE.digits)).padStart(PHONE_CODE.digits, '0');
  const text = await phoneCodeText(code, visitor);
  const who = ownerHash(services, owner);

  const { id } = await inTransaction(services, visitor, async (work) => {
    const hashes = {
      owner: who,
      phone: phoneDigest(services, 'number', number),
      network: phoneDigest(services, 'network', networkOf(visitor.ip)),
    };
    await requireRoomForSms(work.tx, hashes, services.config.smsPerDay);
    await work.tx
      .updateTable('phone_code')
      .set({ ended_at: sql`now()` })
      .where('owner_hash', '=', who)
      .where('verified_at', 'is', null)
      .where('ended_at', 'is', null)
      .execute();
    await audit(work.tx, actingAs(visitor, owner), { action: 'authn_phone_code' });
    return work.tx
      .insertInto('phone_code')
      .values({
        owner_hash: hashes.owner,
        phone_hash: hashes.phone,
        network_hash: hashes.network,
        code_hash: codeHash(services, who, number, code),
        // Expiry counts from the end of the queue, so that waiting does not shorten it.
        created_at: sql<Date>`clock_timestamp()`,
        expires_at: sql<Date>`clock_timestamp() + make_interval(mins => ${PHONE_CODE.minutes})`,
        verified_at: null,
        ended_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  });
  try {
    await provider.send({ to: number, text });
  } catch (error) {
    services.log.warn({ err: error }, 'a text message was not sent');
    await services.db.updateTable('phone_code').set({ ended_at: sql`now()` }).where('id', '=', id).execute();
    throw new Refusal('sms_not_sent');
  }
}

/** Bound to owner and number, so that the digits are useless to other people. */
export const codeHash = (services: Services, owner: Buffer, number: string, code: string): Buffer =>
  phoneDigest(services, 'code', owner.toString('hex'), number, code);

/** The actor in the audit log: a visitor has no account yet. */
export const actingAs = (visitor: Visitor, owner: PhoneOwner) => ({
  ip: visitor.ip,
  requestId: visitor.requestId,
  userId: 'userId' in owner ? owner.userId : null,
});
