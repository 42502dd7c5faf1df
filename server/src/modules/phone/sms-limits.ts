import { PHONE_CODE } from '@cusp/contract/phone';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';

/** Messages for one number, from one network and for one person or visitor. */
export const SMS_LIMITS = {
  number: { hour: 5, day: 10 },
  network: { hour: 10, day: 30 },
  owner: { hour: 5, day: 10 },
} as const;

interface Request {
  owner: Buffer;
  phone: Buffer;
  network: Buffer;
}

/** Messages are rare and cost money: all processes send them one after the other, so that counts hold. */
const TURN = sql`select pg_advisory_xact_lock(hashtext('sms'))`;

/** Refuses one message too many; what it counts stays true until the transaction ends. */
export async function requireRoomForSms(tx: Tx, request: Request, perDay: number): Promise<void> {
  await TURN.execute(tx);
  const { rows } = await sql<Record<string, number>>`
    select
      count(*)::int as sent,
      ${counts('number', sql`phone_hash = ${request.phone}`)},
      ${counts('network', sql`network_hash = ${request.network}`)},
      ${counts('owner', sql`owner_hash = ${request.owner}`)},
      coalesce(ceil(extract(epoch from max(created_at) filter (where ended_at is null and verified_at is null
          and (phone_hash = ${request.phone} or owner_hash = ${request.owner}))
        + make_interval(secs => ${PHONE_CODE.resendSeconds}) - clock_timestamp())), 0)::int as wait
    from phone_code where created_at > now() - interval '24 hours'
  `.execute(tx);
  const { sent = 0, wait = 0, ...by } = rows[0] ?? {};
  if (wait > 0) throw new Refusal('too_many_requests', { retry_after: wait });
  const full = Object.entries(SMS_LIMITS).some(
    ([whose, { hour, day }]) => (by[`${whose}_hour`] ?? 0) >= hour || (by[`${whose}_day`] ?? 0) >= day,
  );
  if (full || sent >= perDay) throw new Refusal('too_many_requests');
}

const counts = (whose: keyof typeof SMS_LIMITS, same: ReturnType<typeof sql<boolean>>) => sql`
  count(*) filter (where ${same})::int as ${sql.ref(`${whose}_day`)},
  count(*) filter (where ${same} and created_at > now() - interval '1 hour')::int as ${sql.ref(`${whose}_hour`)}
`;
