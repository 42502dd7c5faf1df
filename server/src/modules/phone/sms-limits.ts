import { PHONE_CODE } from '@cusp/contract/phone.routes';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';

/** Limits per number, per network and per person or visitor. */
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

/** Messages are rare and cost money, so all processes send them one at a time and the counts are exact. */
const TURN = sql`select pg_advisory_xact_lock(hashtext('sms'))`;

/** Throws with the seconds left if a limit is exceeded; the lock keeps the count exact until the transaction ends. */
export async function requireRoomForSms(tx: Tx, request: Request, perDay: number): Promise<void> {
  await TURN.execute(tx);
  const same = {
    number: sql<boolean>`phone_hash = ${request.phone}`,
    network: sql<boolean>`network_hash = ${request.network}`,
    owner: sql<boolean>`owner_hash = ${request.owner}`,
  };
  const ends = Object.entries(SMS_LIMITS).flatMap(([whose, { hour, day }]) => [
    fullUntil(same[whose as keyof typeof same], hour, '1 hour'),
    fullUntil(same[whose as keyof typeof same], day, '24 hours'),
  ]);
  const { rows } = await sql<{ wait: number | null }>`
    select ceil(extract(epoch from greatest(
        ${sql.join(ends)},
        ${fullUntil(sql`true`, perDay, '24 hours')},
        max(created_at) filter (where ended_at is null and verified_at is null
            and (${same.number} or ${same.owner}))
          + make_interval(secs => ${PHONE_CODE.resendSeconds})
      ) - clock_timestamp()))::int as wait
    from phone_code where created_at > now() - interval '24 hours'
  `.execute(tx);
  const wait = rows[0]?.wait ?? 0;
  if (wait > 0) throw new Refusal('too_many_requests', { retry_after: wait });
  if (perDay === 0) throw new Refusal('too_many_requests');
}

/** When the oldest of `most` messages leaves the window; null if another may be sent now. */
const fullUntil = (same: RawBuilder<boolean>, most: number, window: string) => sql`
  (array_agg(created_at order by created_at desc)
    filter (where ${same} and created_at > now() - ${window}::interval))[${most}::int] + ${window}::interval`;

/** Codes are kept until the daily limit no longer needs them. */
export async function tidyPhone({ db }: Services): Promise<void> {
  await db
    .deleteFrom('phone_code')
    .where('created_at', '<', sql<Date>`now() - interval '25 hours'`)
    .execute();
}
