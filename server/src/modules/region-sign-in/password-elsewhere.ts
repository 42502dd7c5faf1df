import { isIP } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { LIMITS } from '@cusp/contract/limits';
import { CodeChallenge, type SecondStepAsked, type SignedInElsewhere } from '@cusp/contract/sign-in';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { audit } from '../../platform/audit/audit.ts';
import type { Visitor } from '../../platform/http/actor.ts';
import { isRefusal, unlessRefused } from '../../platform/http/refusal.ts';
import { emailKey } from '../../platform/mail/email-key.ts';
import { askPeer, type PeerCall, servePeer } from '../../platform/region/peer-call.ts';
import { keyedHash } from '../../platform/secrets/secret-box.ts';
import type { Services } from '../../platform/services.ts';
import { issueArrivalCode } from '../identity/arrival-code.sql.ts';
import { elsewhereOf } from '../identity/auth-result.ts';
import { auditFailure, type Credentials, inTurn, logIn, ownerByPassword } from '../identity/log-in.ts';
import type { Browser, BrowserSession } from '../identity/open-browser-session.ts';
import { signInKindOf } from '../identity/session-cookie.ts';
import { forgetFailures } from '../throttle/throttle.ts';

/** Whether an address and a password belong to an account of the asked region. */
const CHECK_PASSWORD = {
  name: 'check-password',
  body: z.object({
    username: z.string().max(LIMITS.email),
    password: z.string().max(LIMITS.passwordMax * 4),
    challenge: CodeChallenge,
    /** Network address of the person, whose guesses the asked region throttles. */
    ip: z.string().refine((text) => isIP(text) !== 0),
  }),
  /** A code with which the person opens a session there; null for every other outcome. */
  reply: z.object({ code: z.string().nullable() }),
  perMinute: 1200,
  sealed: true,
} satisfies PeerCall;

/** Longer than a usual sign-in in the other region, including the round trip. */
const REFUSED_AFTER_MS = 1_000;

/** Throttling key of guesses that come through the other region, which therefore cannot lock a person out here. */
const GUESSING_FROM_ELSEWHERE = 'login from the other region';

interface Asked extends Credentials {
  /** Challenge of the page; without one it can only sign in to this region. */
  codeChallenge?: string | undefined;
}

/**
 * Signs in with email and password, here or in the other region. An address with an account here is not checked there;
 * a meaningless one is sent instead, so that a refusal takes the same steps and the same time whether the address
 * exists here, there or nowhere, and whether the other region responds. Staff sign in to their own region only.
 */
export async function logInAnywhere(
  services: Services,
  visitor: Visitor,
  asked: Asked,
  browser: Browser,
): Promise<BrowserSession | SecondStepAsked | SignedInElsewhere> {
  if (!services.config.peer || signInKindOf(asked.callfrom) === 'staff')
    return logIn(services, visitor, asked, browser);
  const begun = performance.now();
  try {
    return await logIn(services, visitor, asked, browser, 'left to the caller');
  } catch (error) {
    if (!isRefusal(error, 'wrong_credentials')) throw error;
    const arrived = await askElsewhere(services, visitor, asked);
    if (arrived) return arrived;
    const spent = performance.now() - begun;
    await pause(REFUSED_AFTER_MS * Math.ceil(spent / REFUSED_AFTER_MS) - spent);
    throw error;
  }
}

/** Asks the other region after a wrong password here, and logs the outcome; null if it is wrong there too. */
async function askElsewhere(
  services: Services,
  visitor: Visitor,
  { username, password, codeChallenge }: Asked,
): Promise<SignedInElsewhere | null> {
  const account = emailKey(username);
  const here = await services.db
    .selectFrom('app_user')
    .select('id')
    .where('email_key', '=', account)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  const isMeant = !here && codeChallenge !== undefined;
  const decoy = keyedHash(services.secret, 'decoy of a sign-in', account).toString('base64url');
  let code: string | null = null;
  try {
    const reply = await askPeer(services, CHECK_PASSWORD, {
      username: isMeant ? username : decoy,
      password: isMeant ? password : decoy,
      challenge: isMeant ? codeChallenge : decoy,
      ip: visitor.ip,
    });
    if (isMeant) code = reply.code;
  } catch (error) {
    if (!isRefusal(error, 'region_unreachable')) throw error;
  } finally {
    await (code
      ? audit(services.db, visitor, { action: 'authn_login_elsewhere' })
      : auditFailure(services, visitor, here?.id ?? null, 'wrong_credentials'));
  }
  if (!code) return null;
  await forgetFailures(services, { what: 'login', account, ip: visitor.ip, known: null });
  return elsewhereOf(services.config, code);
}

/**
 * Answers the other region. A blocked or inactive person gets a code too, and learns it on arrival, after the right
 * password.
 */
export function registerPasswordCheck(app: FastifyInstance, services: Services): void {
  servePeer(app, services, CHECK_PASSWORD, async ({ challenge, ip, ...credentials }) => {
    const owner = await unlessRefused(
      inTurn(() =>
        ownerByPassword(services, { ip, requestId: null }, credentials, {
          device: null,
          what: GUESSING_FROM_ELSEWHERE,
        }),
      ),
    );
    if (!owner || owner.region !== services.config.region) return { code: null };
    return { code: await issueArrivalCode(services.db, { userId: owner.id, challenge, way: 'password' }) };
  });
}
