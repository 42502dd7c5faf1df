import { createHash } from 'node:crypto';
import type { MailPace } from '@cusp/contract/accounts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { networkOf } from '../../platform/http/network.ts';

/** Limits: requests per hour, and the minimum pause between two. */
interface Pace {
  maxAnHour: number;
  pauseSeconds: number;
}

const FROM_ONE_NETWORK: Pace = { maxAnHour: 5, pauseSeconds: 60 };
/** Prevents many networks together from flooding a mailbox. */
const FROM_ALL_NETWORKS: Pace = { maxAnHour: 20, pauseSeconds: 0 };

interface Asked {
  /** The requested address, or the id of the account or registration. */
  whom: string;
  ip: string;
}

/**
 * Counts one more mail, or returns how long to wait. The answer does not depend on whether the account exists. Limits
 * are per network, so that a stranger neither learns of the owner's requests nor delays them.
 */
export async function paceMail(
  tx: Tx,
  purpose: 'activate' | 'reset' | 'device',
  { whom, ip }: Asked,
): Promise<MailPace> {
  const everybody = digest(purpose, whom);
  const own = digest(purpose, whom, networkOf(ip));
  await sql`select pg_advisory_xact_lock(hashtextextended(${everybody}, 0))`.execute(tx);
  const wait = Math.max(
    await secondsLeft(tx, own, FROM_ONE_NETWORK),
    await secondsLeft(tx, everybody, FROM_ALL_NETWORKS),
  );
  if (wait > 0) return { sent: false, next_in: wait };
  await tx
    .insertInto('mail_request')
    .values([{ key: own }, { key: everybody }])
    .execute();
  return { sent: true, next_in: await secondsLeft(tx, own, FROM_ONE_NETWORK) };
}

const digest = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('base64url');

async function secondsLeft(tx: Tx, key: string, { maxAnHour, pauseSeconds }: Pace): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    with asked as (
      select asked_at, row_number() over (order by asked_at desc) as place
      from mail_request
      where key = ${key} and asked_at > clock_timestamp() - interval '1 hour'
    )
    select greatest(0, ceil(extract(epoch from greatest(
      max(asked_at) filter (where place = 1) + make_interval(secs => ${pauseSeconds}),
      max(asked_at) filter (where place = ${maxAnHour}) + interval '1 hour'
    ) - clock_timestamp())))::int as seconds
    from asked
  `.execute(tx);
  return rows[0]?.seconds ?? 0;
}
