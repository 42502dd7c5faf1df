import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { emailKey } from '../../platform/mail/email-key.ts';

/** An account whose address staff have changed since. */
export interface FormerOwner {
  id: number;
  /** Its address now. */
  email: string;
  until: string;
}

/**
 * Accounts that have an address, and those that had it before. The log of an account has its former addresses; for the
 * time before they were logged, only those of recorded changes are known. Closed accounts have lost theirs.
 */
export async function ownersOf(db: Db, address: string): Promise<{ now: number[]; former: FormerOwner[] }> {
  const key = emailKey(address);
  const now = await db.selectFrom('app_user').select('id').where('email_key', '=', key).execute();
  const { rows } = await sql<{ id: number; email: string; address: string; until: Date }>`
    select app_user.id, app_user.email, had.address, had.until from (
      select user_id, reason as address, at as until from account_log where action = 'email_change_done'
      union all
      select user_id, email, lead(ended_at) over (partition by user_id order by ended_at)
      from email_change where end_reason = 'done'
    ) as had join app_user on app_user.id = had.user_id
    where had.until is not null and app_user.email_key <> ${key}
    order by app_user.id, had.until
  `.execute(db);
  const former = new Map<number, FormerOwner>();
  for (const row of rows)
    if (emailKey(row.address) === key)
      former.set(row.id, { id: row.id, email: row.email, until: row.until.toISOString() });
  return { now: now.map(({ id }) => id), former: [...former.values()] };
}
