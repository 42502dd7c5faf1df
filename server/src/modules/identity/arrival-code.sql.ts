import { sql } from 'kysely';
import type { Db, DbOrTx, Tx } from '../../platform/db/database.ts';
import type { ArrivalCodeTable } from '../../platform/db/tables/identity.ts';
import { challengeOf } from '../../platform/secrets/code-challenge.ts';
import { hashToken, newToken } from './sessions.ts';

/** The page of the other region posts its code immediately. */
const LIFE_SECONDS = 60;

type Way = ArrivalCodeTable['way'];

interface Arrival {
  userId: number;
  /** Challenge of the page that asked, at the host of the other region. */
  challenge: string;
  way: Way;
  /** For a visit: the session in the person's own region. */
  homeSession?: string;
}

/**
 * Creates the code with which a person who signed in at the other region's host arrives here; only its hash is stored.
 */
export async function issueArrivalCode(
  db: DbOrTx,
  { userId, challenge, way, homeSession }: Arrival,
): Promise<string> {
  const code = newToken();
  await db
    .insertInto('arrival_code')
    .values({
      hash: hashToken(code),
      user_id: userId,
      challenge,
      way,
      home_session: homeSession ?? null,
      spent_at: null,
      expires_at: sql<Date>`now() + make_interval(secs => ${LIFE_SECONDS})`,
    })
    .execute();
  return code;
}

/** Spends a code, also with a wrong verifier. Null if it is unknown, spent or expired, or another page's. */
export async function spendArrivalCode(
  db: Db,
  { code, verifier }: { code: string; verifier: string },
): Promise<{ hash: Buffer; userId: number; way: Way; homeSession: string | null } | null> {
  const hash = hashToken(code);
  const spent = await db
    .updateTable('arrival_code')
    .set({ spent_at: sql<Date>`now()` })
    .where('hash', '=', hash)
    .where('spent_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['user_id', 'challenge', 'way', 'home_session'])
    .executeTakeFirst();
  if (!spent || spent.challenge !== challengeOf(verifier)) return null;
  return { hash, userId: spent.user_id, way: spent.way, homeSession: spent.home_session };
}

/** Removes a spent code; false if the first factor has changed since. Call with the person's row locked. */
export async function takeArrivalCode(tx: Tx, hash: Buffer): Promise<boolean> {
  const taken = await tx.deleteFrom('arrival_code').where('hash', '=', hash).returning('hash').execute();
  return taken.length > 0;
}

/** Removes all codes of a person whose first factor is no longer valid. */
export async function forgetArrivalCodes(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('arrival_code').where('user_id', '=', userId).execute();
}
