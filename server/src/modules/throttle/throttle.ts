import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { networkOf } from '../../platform/http/network.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';

interface Rule {
  /** Failures without a wait. */
  free: number;
  /** Longest wait between two attempts, in seconds. */
  longest: number;
}

/** Each further failure doubles the wait, starting at two seconds. */
const SAME_ACCOUNT: Rule = { free: 5, longest: 900 };
/**
 * Guesses from all networks except browsers the owner has used: some hundred a day, regardless of the number of
 * machines.
 */
const UNKNOWN_BROWSERS: Rule = { free: 50, longest: 900 };
/**
 * Guesses at many accounts. A clinic shares one address, so browsers that the owner has used neither count nor wait: a
 * stranger in its network cannot lock it out.
 */
const SAME_ADDRESS: Rule = { free: 60, longest: 60 };
/**
 * Addresses checked from one network or by one person: a whole school can sign up in a day, but checking a list of
 * addresses takes months.
 */
const ADDRESS_CHECKS: Rule = { free: 200, longest: 60 };
/** Address completions per network, which cost money: enough for a clinic's forms, not for a machine. */
const ADDRESS_COMPLETIONS: Rule = { free: 2000, longest: 60 };
/**
 * Devices requested by one person: a chain of clinics registers its scanners in a day, but probing a list of numbers
 * takes months.
 */
const REGISTERING: Rule = { free: 40, longest: 900 };
/** Numbers that were no free device, by one person: enough for labels that are hard to read. */
const DEVICE_GUESSES: Rule = { free: 10, longest: 3600 };
/** After this time without an attempt, counts start again. */
const FORGOTTEN_AFTER_HOURS = 24;

/** Keys are digests, so that input of the sign-in form is not stored. */
const keyOf = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('base64url');

const waitAfter = (rule: Rule, count: string) => sql`make_interval(secs => case
  when ${sql.ref(count)} <= ${rule.free}::int then 0
  else least(${rule.longest}, power(2, least(30, ${sql.ref(count)} - ${rule.free}))) end)`;

interface Counter {
  key: string;
  rule: Rule;
}

/** Counts one more attempt unless the previous wait is still running; `only` can exclude it. */
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

const isWaiting = ({ key, rule }: Counter) => sql<boolean>`exists (
  select from login_failure
  where key = ${key} and last_at + ${waitAfter(rule, 'count')} > clock_timestamp()
)`;

/**
 * Counts an attempt before its secret is checked, so that concurrent attempts count too. Throws with the seconds left
 * while one of the counters requires a wait; a refused attempt does not extend it. One statement updates all counters,
 * each only if the previous one did, so that a sign-in needs few commits.
 */
async function countTry({ db }: Services, ...counters: Counter[]): Promise<void> {
  const table = (place: number) => sql.table(`counted_${place}`);
  const isCounted = (place: number) => sql<boolean>`exists (select from ${table(place)})`;
  const isFree = sql<boolean>`not (${sql.join(counters.map(isWaiting), sql` or `)})`;
  const { rows } = await sql<{ counted: boolean }>`
    with ${sql.join(
      counters.map(
        (counter, place) =>
          sql`${table(place)} as (${oneMore(counter, place === 0 ? isFree : isCounted(place - 1))})`,
      ),
    )}
    select ${isCounted(counters.length - 1)} as counted
  `.execute(db);
  if (!rows[0]?.counted)
    throw new Refusal('too_many_requests', { retry_after: await secondsLeft(db, counters) });
}

/** Seconds until no counter requires a wait. */
async function secondsLeft(db: Db, counters: Counter[]): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    select ceil(extract(epoch from max(ends_at) - clock_timestamp()))::int as seconds from (${sql.join(
      counters.map(
        ({ key, rule }) =>
          sql`select last_at + ${waitAfter(rule, 'count')} as ends_at from login_failure where key = ${key}`,
      ),
      sql` union all `,
    )}) waits
  `.execute(db);
  return Math.max(1, rows[0]?.seconds ?? 1);
}

/** A secret tried against an account from an address. */
interface Guess {
  /** Kind of guess, such as 'login' or 'old-password'. */
  what: string;
  account: string;
  ip: string;
  /** Secret of a browser or session that belongs to the account's owner; null without one. */
  known: string | null;
}

/** The password asked for within a session: an attacker who hijacked the session is throttled in every network. */
export const guessOfOwnPassword = ({ userId, sessionId, ip }: Actor): Guess => ({
  what: 'old-password',
  account: String(userId),
  ip,
  known: sessionId,
});

/**
 * By network, because one machine has countless IPv6 addresses. Known browsers of the owner have a separate counter,
 * which attackers cannot exhaust.
 */
function keysOf({ what, account, ip, known }: Guess) {
  if (known !== null) return { own: keyOf(what, account, 'known', known), everywhere: null, address: null };
  return {
    own: keyOf(what, account, networkOf(ip)),
    everywhere: keyOf(what, account, 'unknown'),
    address: keyOf(what, networkOf(ip)),
  };
}

/**
 * Throttles guesses: by account and address together; by account over all browsers its owner has not used, so that
 * attackers cannot lock the owner out; and by address against one guess at each of many accounts.
 */
export async function throttleGuesses(services: Services, guess: Guess): Promise<void> {
  const { own, everywhere, address } = keysOf(guess);
  await countTry(
    services,
    { key: own, rule: SAME_ACCOUNT },
    ...(everywhere ? [{ key: everywhere, rule: UNKNOWN_BROWSERS }] : []),
    ...(address ? [{ key: address, rule: SAME_ADDRESS }] : []),
  );
}

/**
 * Throttles guesses at one account from all addresses together. For secrets that need another secret first, so that
 * strangers cannot lock the owner out.
 */
export const throttleAccount = (services: Services, what: string, userId: number): Promise<void> =>
  countTry(services, { key: keyOf(what, String(userId)), rule: SAME_ACCOUNT });

/** Throttles probing of addresses, because the answer reveals whether an account exists. */
export const throttleAddressChecks = (services: Services, what: string, ip: string): Promise<void> =>
  countTry(services, { key: keyOf(what, networkOf(ip)), rule: ADDRESS_CHECKS });

/** Throttles a person who probes addresses by inviting them. */
export const throttleInvitedAddresses = (services: Services, userId: number): Promise<void> =>
  countTry(services, { key: keyOf('invited address', String(userId)), rule: ADDRESS_CHECKS });

const deviceGuessesOf = (userId: number) => keyOf('guessed device', String(userId));

/** Throttles a person who probes device numbers, because the answer reveals which devices exist. */
export const throttleRegistrations = (services: Services, userId: number): Promise<void> =>
  countTry(
    services,
    { key: keyOf('registered device', String(userId)), rule: REGISTERING },
    { key: deviceGuessesOf(userId), rule: DEVICE_GUESSES },
  );

/** The device could be registered, so the attempt does not count as a guess. */
export async function forgetDeviceGuess({ db }: Services, userId: number): Promise<void> {
  await db
    .updateTable('login_failure')
    .set({ count: sql`greatest(count - 1, 0)` })
    .where('key', '=', deviceGuessesOf(userId))
    .execute();
}

/** Throttles a network with far more completions than people type. */
export const throttleCompletions = (services: Services, what: string, ip: string): Promise<void> =>
  countTry(services, { key: keyOf(what, networkOf(ip)), rule: ADDRESS_COMPLETIONS });

/** The guess at an account was correct: resets its count. */
export async function forgetAccountFailures({ db }: Services, what: string, userId: number): Promise<void> {
  await db
    .deleteFrom('login_failure')
    .where('key', '=', keyOf(what, String(userId)))
    .execute();
}

/**
 * The guess was correct: it does not count as failure, and the account's counts are reset, except those of other known
 * browsers.
 */
export async function forgetFailures({ db }: Services, guess: Guess): Promise<void> {
  const { own, everywhere, address } = keysOf(guess);
  // In the order in which they are counted, which avoids deadlocks.
  await sql`
    with own as (delete from login_failure where key = ${own} returning 1),
      everywhere as (
        delete from login_failure where key = ${everywhere} and (select count(*) from own) >= 0 returning 1
      )
    update login_failure set count = greatest(count - 1, 0)
    where key = ${address} and (select count(*) from everywhere) >= 0
  `.execute(db);
}
