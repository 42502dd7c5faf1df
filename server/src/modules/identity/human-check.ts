import { createHash, createHmac } from 'node:crypto';
import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { sql } from 'kysely';
import * as z from 'zod';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';

/** Lifetime of a challenge, long enough to fill in a form. */
const LIFE_MINUTES = 20;
/** Rounds per derivation and derivations per solution: about half a second on an ordinary machine. */
const COST = 2_000;
const COUNTER = { from: 400, to: 1_000 };

const secretFor = (services: Pick<Services, 'secret'>, purpose: string): string =>
  createHmac('sha256', services.secret).update(`human-check ${purpose}`).digest('hex');

/**
 * A signed proof-of-work challenge; nothing is stored until it is answered. `counter` is the number of derivations it
 * takes.
 */
export async function newChallenge(
  services: Pick<Services, 'secret'>,
  counter: number = randomInt(COUNTER.from, COUNTER.to),
) {
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: COST,
    counter,
    deriveKey,
    expiresAt: new Date(Date.now() + LIFE_MINUTES * 60_000),
    hmacSignatureSecret: secretFor(services, 'challenge'),
    hmacKeySignatureSecret: secretFor(services, 'solution'),
  });
}

const Payload = z.object({
  challenge: z.looseObject({
    parameters: z.looseObject({
      algorithm: z.literal('PBKDF2/SHA-256'),
      nonce: z.string(),
      salt: z.string(),
      cost: z.literal(COST),
      keyLength: z.number().int().positive().max(64),
      keyPrefix: z.string(),
      keySignature: z.string(),
      expiresAt: z.number(),
    }),
    signature: z.string(),
  }),
  solution: z.looseObject({ counter: z.number().int().nonnegative(), derivedKey: z.string() }),
});

function payloadOf(response: string): z.infer<typeof Payload> | null {
  try {
    return Payload.parse(JSON.parse(Buffer.from(response, 'base64').toString('utf8')));
  } catch {
    return null;
  }
}

/**
 * Verifies a solved challenge of ours; uses reCAPTCHA if keys are set. Each solution counts for one address: two
 * concurrent clicks send the same one.
 */
export async function proveHuman(
  services: Services,
  { response, emailKey, ip }: { response: string; emailKey: string; ip: string },
): Promise<void> {
  if (!response) throw new Refusal('human_check_missing');
  const passed = services.config.recaptcha
    ? await recaptchaPasses(services, services.config.recaptcha.secret, response, ip)
    : await solutionPasses(services, response, emailKey);
  if (!passed) throw new Refusal('human_check_failed');
}

async function solutionPasses(services: Services, response: string, emailKey: string): Promise<boolean> {
  const payload = payloadOf(response);
  if (!payload) return false;
  const { verified } = await verifySolution({
    ...payload,
    deriveKey,
    hmacSignatureSecret: secretFor(services, 'challenge'),
    hmacKeySignatureSecret: secretFor(services, 'solution'),
  });
  if (!verified) return false;
  const { nonce, salt, expiresAt } = payload.challenge.parameters;
  // The signature covers nonce and salt, so another encoding of them does not count as another challenge.
  return spendFor(services, emailKey, { solution: `${nonce} ${salt}`, until: new Date(expiresAt * 1000) });
}

/**
 * Uses a solution up for an address; false if it was used for another one. Stores the digest of the solution, and that
 * of both together, which does not reveal the address.
 */
async function spendFor(
  { db }: Services,
  emailKey: string,
  { solution, until }: { solution: string; until: Date },
): Promise<boolean> {
  const digestOf = (text: string) => createHash('sha256').update(text).digest();
  const use = digestOf(`${solution} ${emailKey}`);
  await sql`
    with used as (
      insert into used_human_check (hash, expires_at) values (${digestOf(solution)}, ${until})
      on conflict do nothing returning expires_at
    )
    insert into used_human_check (hash, expires_at) select ${use}, expires_at from used
  `.execute(db);
  const own = await db
    .selectFrom('used_human_check')
    .select('hash')
    .where('hash', '=', use)
    .executeTakeFirst();
  return own !== undefined;
}

const RECAPTCHA_URL = 'https://www.google.com/recaptcha/api/siteverify';

async function recaptchaPasses(
  services: Services,
  secret: string,
  response: string,
  remoteip: string,
): Promise<boolean> {
  try {
    const answer = await fetch(RECAPTCHA_URL, {
      method: 'POST',
      body: new URLSearchParams({ secret, response, remoteip }),
      signal: AbortSignal.timeout(5000),
    });
    return z.object({ success: z.literal(true) }).safeParse(await answer.json()).success;
  } catch (error) {
    services.log.warn({ err: error }, 'the human check could not be asked');
    return false;
  }
}
