import { type RawBuilder, sql } from 'kysely';
import type { Doer } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { reachableNumber } from '../../platform/sms/phone-number.ts';
import type { Work } from '../../platform/work.ts';
import { ownerHash, type PhoneOwner, phoneDigest } from './phone-owner.ts';

/** How long after verification a form may be sent. */
const PROOF_MINUTES = 60;

const proves = (services: Services, owner: PhoneOwner, number: string): RawBuilder<boolean> => sql<boolean>`
  owner_hash = ${ownerHash(services, owner)}
  and phone_hash = ${phoneDigest(services, 'number', number)}
  and ended_at is null and verified_at > now() - make_interval(mins => ${PROOF_MINUTES})`;

/** Whether this owner has verified this number recently and not used the proof yet. */
export async function isPhoneProven(services: Services, owner: PhoneOwner | null, phone: string) {
  const number = reachableNumber(phone);
  if (!owner || !number) return false;
  const row = await services.db
    .selectFrom('phone_code')
    .select('id')
    .where(proves(services, owner, number))
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses up the proof in the transaction that stores the number as verified; false without a proof. */
export async function spendPhoneProof(work: Work<Doer>, owner: PhoneOwner | null, phone: string) {
  const number = reachableNumber(phone);
  if (!owner || !number) return false;
  const spent = await work.tx
    .updateTable('phone_code')
    .set({ ended_at: sql`now()` })
    .where(proves(work.services, owner, number))
    .returning('id')
    .execute();
  return spent.length > 0;
}
