import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
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
/** Guesses from everywhere, browsers the owner has used apart: some hundred a day, however many machines guess. */
const UNKNOWN_BROWSERS: Rule = { free: 50, longest: 900 };
/** A clinic shares one address, so this only meets somebody who tries many accounts. */
const SAME_ADDRESS: Rule = { free: 60, longest: 60 };
/** Addresses that are asked about from one network, or by one person: a whole school signs up in a day, a list takes months. */
const ASKING_AROUND: Rule = { free: 200, longest: 60 };
/** Questions for addresses from one network, each of which costs: a clinic may fill in forms all day, a machine may not. */
const TYPING: Rule = { free: 2000, longest: 60 };
/** Devices that one person asks for: a chain of clinics registers its scanners in a day, a list of numbers takes months. */
const REGISTERING: Rule = { free: 40, longest: 900 };
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

const isWaiting = ({ key, rule }: Counter) => sql<boolean>`exists (
  select from login_failure
  where key = ${key} and last_at + ${waitAfter(rule, 'count')} > clock_timestamp()
)`;

/**
 * Counts a try before its secret is looked at, so that simultaneous tries count too. While the wait of one of the
 * counters runs, refuses with the seconds left; a refused try lengthens none. All are counted in one statement, each
 * only if the one before was: sign-ins wait for as few commits as can be.
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

/** Until none of them waits any more. */
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

/** A secret that is tried against an account from an address. */
interface Guess {
  /** What is guessed, such as 'login' or 'old-password'. */
  what: string;
  account: string;
  ip: string;
  /** Secret of a browser or session that the account's owner was let in with; null where there is none. */
  known: string | null;
}

/** The own password asked within a session: whoever took that over guesses slowly from every network. */
export const guessOfOwnPassword = ({ userId, sessionId, ip }: Actor): Guess => ({
  what: 'old-password',
  account: String(userId),
  ip,
  known: sessionId,
});

/**
 * By network: in IPv6 one machine has addresses enough to guess from a new one each time. What is known of the owner
 * has a count to itself, which nobody else can fill.
 */
function keysOf({ what, account, ip, known }: Guess) {
  const address = keyOf(what, networkOf(ip));
  if (known !== null) return { own: keyOf(what, account, 'known', known), everywhere: null, address };
  return { own: keyOf(what, account, networkOf(ip)), everywhere: keyOf(what, account, 'unknown'), address };
}

/**
 * Slows down who guesses: by account and address together; by account alone over all browsers that its owner has
 * not used, so that nobody can lock the owner out; and by address alone against one guess at each of many accounts.
 */
export async function slowDown(services: Services, guess: Guess): Promise<void> {
  const { own, everywhere, address } = keysOf(guess);
  await countTry(
    services,
    { key: own, rule: SAME_ACCOUNT },
    ...(everywhere ? [{ key: everywhere, rule: UNKNOWN_BROWSERS }] : []),
    { key: address, rule: SAME_ADDRESS },
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

/** Slows down a person who tries one address after the other: what they may invite tells about its owner. */
export const slowDownInviting = (services: Services, userId: number): Promise<void> =>
  countTry(services, { key: keyOf('invited address', String(userId)), rule: ASKING_AROUND });

/** Slows down a person who tries one device after the other: the answer tells which ones there are. */
export const slowDownRegistering = (services: Services, userId: number): Promise<void> =>
  countTry(services, { key: keyOf('registered device', String(userId)), rule: REGISTERING });

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

/** The guess was right: it was no failure, and the account's counts start anew, those of other known browsers apart. */
export async function forgetFailures({ db }: Services, guess: Guess): Promise<void> {
  const { own, everywhere, address } = keysOf(guess);
  // In the order they are counted in: who waits for whom is the same everywhere.
  await sql`
    with own as (delete from login_failure where key = ${own} returning 1),
      everywhere as (
        delete from login_failure where key = ${everywhere} and (select count(*) from own) >= 0 returning 1
      )
    update login_failure set count = greatest(count - 1, 0)
    where key = ${address} and (select count(*) from everywhere) >= 0
  `.execute(db);
}
