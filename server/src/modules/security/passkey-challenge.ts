import { sql } from 'kysely';
import type { Site } from '../../platform/brand/site.ts';
import type { DbOrTx, Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hashToken } from '../identity/sessions.ts';

const LIFE_MINUTES = 10;

type Purpose = 'create' | 'sign-in';

/** Stores a challenge until it is answered: for one purpose, one address, and one person if known. */
export async function keepChallenge(
  db: DbOrTx,
  challenge: string,
  about: { purpose: Purpose; site: Site; userId: number | null },
): Promise<void> {
  await db
    .insertInto('passkey_challenge')
    .values({
      hash: hashToken(challenge),
      purpose: about.purpose,
      origin: about.site.origin,
      user_id: about.userId,
      expires_at: sql<Date>`now() + make_interval(mins => ${LIFE_MINUTES})`,
    })
    .execute();
}

/** Uses up the challenge of a response. Throws if it was for something else, was used or has expired. */
export async function spendChallenge(
  tx: Tx,
  clientDataJSON: string,
  about: { purpose: Purpose; site: Site; userId: number | null },
): Promise<string> {
  const challenge = challengeIn(clientDataJSON);
  const spent = challenge
    ? await tx
        .deleteFrom('passkey_challenge')
        .where('hash', '=', hashToken(challenge))
        .where('expires_at', '>', sql<Date>`now()`)
        .returning(['purpose', 'origin', 'user_id'])
        .executeTakeFirst()
    : undefined;
  if (
    !challenge ||
    spent?.purpose !== about.purpose ||
    spent.origin !== about.site.origin ||
    spent.user_id !== about.userId
  )
    throw new Refusal('passkey_refused');
  return challenge;
}

function challengeIn(clientDataJSON: string): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    const found = typeof data === 'object' && data !== null && 'challenge' in data ? data.challenge : null;
    return typeof found === 'string' ? found : null;
  } catch {
    return null;
  }
}
