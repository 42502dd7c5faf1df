import { createHash } from 'node:crypto';
import type { MailPace } from '@cusp/contract/accounts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/** Mails of one purpose to one person in an hour, and the least pause between two. */
const MOST_AN_HOUR = 5;
const PAUSE_SECONDS = 60;

/**
 * Counts one more mail, or says how long to wait. `whom` is what was asked with, an address or an account's id, whether
 * or not anybody is behind it: the answer is the same, so that it tells nobody who has an account.
 */
export async function paceMail(tx: Tx, purpose: 'activate' | 'reset', whom: string): Promise<MailPace> {
  const key = createHash('sha256').update(`${purpose}\n${whom}`).digest('base64url');
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
  const wait = await secondsLeft(tx, key);
  if (wait > 0) return { sent: false, next_in: wait };
  await tx.insertInto('mail_request').values({ key }).execute();
  return { sent: true, next_in: await secondsLeft(tx, key) };
}

async function secondsLeft(tx: Tx, key: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    with asked as (
      select asked_at, row_number() over (order by asked_at desc) as place
      from mail_request
      where key = ${key} and asked_at > clock_timestamp() - interval '1 hour'
    )
    select greatest(0, ceil(extract(epoch from greatest(
      max(asked_at) filter (where place = 1) + make_interval(secs => ${PAUSE_SECONDS}),
      max(asked_at) filter (where place = ${MOST_AN_HOUR}) + interval '1 hour'
    ) - clock_timestamp())))::int as seconds
    from asked
  `.execute(tx);
  return rows[0]?.seconds ?? 0;
}
