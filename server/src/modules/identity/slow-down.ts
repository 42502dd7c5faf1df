import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { networkOf } from '../../platform/http/network.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';

interface Rule {
  /** Failures that cost nothing. */
  free: number;
  /** Longest wait between two tries, in seconds. */
  longest: number;
}

/** Each failure past the free ones doubles the wait, beginning at two seconds. */
const SAME_ACCOUNT: Rule = { free: 5, longest: 900 };
/** A clinic shares one address, so this only meets somebody who tries many accounts. */
const SAME_ADDRESS: Rule = { free: 60, longest: 60 };
/** Addresses that are asked about from one network: a whole school signs up in a day, a list takes months. */
const ASKING_AROUND: Rule = { free: 200, longest: 60 };
/** After this time without a try, counting starts anew. */
const FORGOTTEN_AFTER_HOURS = 24;

/** Keys are digests: what was typed into a sign-in form is not kept. */
const keyOf = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('base64url');

const waitAfter = (rule: Rule, count: string) => sql`make_interval(secs => case
  when ${sql.ref(count)} <= ${rule.free} then 0
  else least(${rule.longest}, power(2, least(30, ${sql.ref(count)} - ${rule.free}))) end)`;

/**
 * Counts a try before its password is looked at, so that simultaneous tries count too. While the wait since
 * the last counted one runs, refuses with the seconds left; a refused try does not lengthen it.
 */
async function countTry({ db }: Services, key: string, rule: Rule): Promise<void> {
  const counted = await sql<{ count: number }>`
    insert into login_failure (key, count, last_at) values (${key}, 1, clock_timestamp())
    on conflict (key) do update set
      count = case
        when login_failure.last_at < clock_timestamp() - make_interval(hours => ${FORGOTTEN_AFTER_HOURS}) then 1
        else login_failure.count + 1 end,
      last_at = clock_timestamp()
    where login_failure.last_at + ${waitAfter(rule, 'login_failure.count')} <= clock_timestamp()
    returning count
  `.execute(db);
  if (counted.rows.length > 0) return;
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from last_at + ${waitAfter(rule, 'count')} - clock_timestamp()))::int as seconds
    from login_failure where key = ${key}
  `.execute(db);
  throw new Refusal('too_many_requests', { retry_after: Math.max(1, rows[0]?.seconds ?? 1) });
}

/** A secret that is tried against an account from an address. */
export interface Guess {
  /** What is guessed, such as 'login' or 'old-password'. */
  what: string;
  account: string;
  ip: string;
}

/** By network: in IPv6 one machine has addresses enough to guess from a new one each time. */
const keysOf = ({ what, account, ip }: Guess) => ({
  account: keyOf(what, account, networkOf(ip)),
  address: keyOf(what, networkOf(ip)),
});

/**
 * Slows down who guesses: by account and address together, so that nobody elsewhere can lock the owner
 * out, and by address alone against one guess at each of many accounts.
 */
export async function slowDown(services: Services, guess: Guess): Promise<void> {
  const keys = keysOf(guess);
  await countTry(services, keys.account, SAME_ACCOUNT);
  await countTry(services, keys.address, SAME_ADDRESS);
}

/**
 * Slows down guesses at one account from all addresses together. For secrets that only somebody can guess at
 * who knows another one already, so that nobody else can lock the owner out.
 */
export const slowDownAccount = (services: Services, what: string, userId: number): Promise<void> =>
  countTry(services, keyOf(what, String(userId)), SAME_ACCOUNT);

/** Slows down who asks about one address after the other; the answer tells whether it has an account. */
export const slowDownAsking = (services: Services, what: string, ip: string): Promise<void> =>
  countTry(services, keyOf(what, networkOf(ip)), ASKING_AROUND);

/** The guess at an account was right: its count starts anew. */
export async function forgetAccountFailures({ db }: Services, what: string, userId: number): Promise<void> {
  await db
    .deleteFrom('login_failure')
    .where('key', '=', keyOf(what, String(userId)))
    .execute();
}

/** The guess was right: it was no failure, and the account's count from there starts anew. */
export async function forgetFailures({ db }: Services, guess: Guess): Promise<void> {
  const keys = keysOf(guess);
  await db.deleteFrom('login_failure').where('key', '=', keys.account).execute();
  await db
    .updateTable('login_failure')
    .set({ count: sql`greatest(count - 1, 0)` })
    .where('key', '=', keys.address)
    .execute();
}
