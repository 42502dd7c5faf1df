import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
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
/** Questions for addresses from one network, each of which costs: a clinic may fill in forms all day, a machine may not. */
const TYPING: Rule = { free: 2000, longest: 60 };
/** After this time without a try, counting starts anew. */
const FORGOTTEN_AFTER_HOURS = 24;

/** Keys are digests: what was typed into a sign-in form is not kept. */
const keyOf = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('base64url');

const waitAfter = (rule: Rule, count: string) => sql`make_interval(secs => case
  when ${sql.ref(count)} <= ${rule.free}::int then 0
  else least(${rule.longest}, power(2, least(30, ${sql.ref(count)} - ${rule.free}))) end)`;

interface Counter {
  key: string;
  rule: Rule;
}

/** Counts one more try, unless the wait since the last counted one runs; `only` may leave it out. */
const oneMore = ({ key, rule }: Counter, only: RawBuilder<boolean>) => sql`
  insert into login_failure (key, count, last_at)
  select ${key}, 1, clock_timestamp() where ${only}
  on conflict (key) do update set
    count = case
      when login_failure.last_at < clock_timestamp() - make_interval(hours => ${FORGOTTEN_AFTER_HOURS}) then 1
      else login_failure.count + 1 end,
    last_at = clock_timestamp()
  where login_failure.last_at + ${waitAfter(rule, 'login_failure.count')} <= clock_timestamp()
  returning 1`;

/**
 * Counts a try before its secret is looked at, so that simultaneous tries count too. While the wait of the first
 * counter runs, or else of the second, refuses with the seconds left; a refused try does not lengthen it. Both
 * are counted in one statement: sign-ins wait for as few commits as can be.
 */
async function countTry({ db }: Services, first: Counter, second?: Counter): Promise<void> {
  const isFirst = sql<boolean>`exists (select from first_counted)`;
  const { rows } = await sql<{ first: boolean; second: boolean }>`
    with first_counted as (${oneMore(first, sql`true`)}),
      second_counted as (${second ? oneMore(second, isFirst) : sql`select where ${isFirst}`})
    select ${isFirst} as first, exists (select from second_counted) as second
  `.execute(db);
  if (rows[0]?.second) return;
  const refusing = rows[0]?.first && second ? second : first;
  throw new Refusal('too_many_requests', { retry_after: await secondsLeft(db, refusing) });
}

async function secondsLeft(db: Db, { key, rule }: Counter): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from last_at + ${waitAfter(rule, 'count')} - clock_timestamp()))::int as seconds
    from login_failure where key = ${key}
  `.execute(db);
  return Math.max(1, rows[0]?.seconds ?? 1);
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
  await countTry(
    services,
    { key: keys.account, rule: SAME_ACCOUNT },
    { key: keys.address, rule: SAME_ADDRESS },
  );
}

/**
 * Slows down guesses at one account from all addresses together. For secrets that only somebody can guess at
 * who knows another one already, so that nobody else can lock the owner out.
 */
export const slowDownAccount = (services: Services, what: string, userId: number): Promise<void> =>
  countTry(services, { key: keyOf(what, String(userId)), rule: SAME_ACCOUNT });

/** Slows down who asks about one address after the other; the answer tells whether it has an account. */
export const slowDownAsking = (services: Services, what: string, ip: string): Promise<void> =>
  countTry(services, { key: keyOf(what, networkOf(ip)), rule: ASKING_AROUND });

/** Slows down a network that has far more completed than people type. */
export const slowDownTyping = (services: Services, what: string, ip: string): Promise<void> =>
  countTry(services, { key: keyOf(what, networkOf(ip)), rule: TYPING });

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
  // The account goes first, as it is counted first: who waits for whom is the same everywhere.
  await sql`
    with gone as (delete from login_failure where key = ${keys.account} returning 1)
    update login_failure set count = greatest(count - 1, 0)
    where key = ${keys.address} and (select count(*) from gone) >= 0
  `.execute(db);
}
