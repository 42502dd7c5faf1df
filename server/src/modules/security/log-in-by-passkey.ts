import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server';
import { type Selectable, sql } from 'kysely';
import { worksAt } from '../../platform/brand/passkey-domains.ts';
import type { Site } from '../../platform/brand/site.ts';
import type { Db } from '../../platform/db/database.ts';
import type { PasskeyTable } from '../../platform/db/tables/second-steps.ts';
import type { Doer, Visitor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { refuseIfBlocked } from '../identity/blocked.ts';
import { knowsDevice } from '../identity/known-device.ts';
import { type Browser, type BrowserSession, openBrowserSession } from '../identity/open-browser-session.ts';
import { personAtStep, takeStep } from '../identity/sign-in-step.ts';
import { connect } from '../social/connect.ts';
import { endStepReset } from './end-step-reset.ts';
import { lockAccount } from './keep-second-step.ts';
import { keepChallenge, spendChallenge } from './passkey-challenge.ts';
import { auditWrongCode } from './spend-code.ts';

interface Asked {
  token?: string | undefined;
  /** RP IDs for which the browser found nothing. */
  not?: readonly string[] | undefined;
  /** The browser's mark. */
  device: string | null;
}

/**
 * WebAuthn options to use a passkey: any for this site or, after a password, the person's own. A browser asks for one
 * RP ID at a time, so a person whose passkeys have different ones may have to ask again.
 */
export async function passkeyRequest({ db }: Services, site: Site, { token, not = [], device }: Asked) {
  const userId = token === undefined ? null : await personAtStep(db, token);
  const used =
    userId !== null
      ? await rpIdsUsed(db, { userId })
      : // Without a shared domain all passkeys of a site have the same RP ID.
        device !== null && site.rpId !== site.hostname
        ? await rpIdsUsed(db, { device })
        : [];
  const candidates = used.filter((rpId) => worksAt(rpId, site.hostname));
  if (userId === null) candidates.push(site.rpId, site.hostname);
  const rpID = candidates.find((rpId) => !not.includes(rpId)) ?? candidates[0] ?? site.rpId;
  const own =
    userId === null
      ? []
      : await db
          .selectFrom('passkey')
          .select(['credential_id', 'transports'])
          .where('user_id', '=', userId)
          .where('rp_id', '=', rpID)
          .execute();
  const options = await generateAuthenticationOptions({
    rpID,
    allowCredentials: own.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    userVerification: userId === null ? 'required' : 'preferred',
  });
  await keepChallenge(db, options.challenge, { purpose: 'sign-in', site, userId });
  return options;
}

/** RP IDs of the passkeys of a person, or of the people who have used a browser; the last used one first. */
async function rpIdsUsed(db: Db, of: { userId: number } | { device: string }): Promise<string[]> {
  const rows = await db
    .selectFrom('passkey')
    .innerJoin('app_user', 'app_user.id', 'passkey.user_id')
    .select('rp_id')
    .where('userId' in of ? sql<boolean>`app_user.id = ${of.userId}` : knowsDevice(of.device))
    .groupBy('rp_id')
    .orderBy(sql`max(coalesce(last_used_at, passkey.created_at))`, 'desc')
    .execute();
  return rows.map(({ rp_id }) => rp_id);
}

interface Answer {
  token?: string | undefined;
  credential: AuthenticationResponseJSON;
}

/**
 * Signs in by a passkey. Without a password the authenticator must have verified the person (finger, face or PIN),
 * which makes it two factors.
 */
export async function logInByPasskey(
  services: Services,
  visitor: Visitor,
  site: Site,
  { token, credential }: Answer,
  browser: Browser,
): Promise<BrowserSession> {
  const userId = token === undefined ? null : await personAtStep(services.db, token);
  const challenge = await inTransaction(services, visitor, (work) =>
    spendChallenge(work.tx, credential.response.clientDataJSON, { purpose: 'sign-in', site, userId }),
  );
  const passkey = await services.db
    .selectFrom('passkey')
    .innerJoin('app_user', 'app_user.id', 'passkey.user_id')
    .selectAll('passkey')
    .select('app_user.blocked_at')
    .where('credential_id', '=', credential.id)
    .where('app_user.deleted_at', 'is', null)
    .where('app_user.presence', '=', 'home')
    .executeTakeFirst();
  if (!passkey || !worksAt(passkey.rp_id, site.hostname) || (userId !== null && passkey.user_id !== userId))
    throw new Refusal('passkey_refused');
  const counter = await verifiedCounter(services, { site, credential, challenge, passkey }, userId === null);
  if (counter === null) {
    await auditWrongCode(services, visitor, passkey.user_id, 'passkey');
    throw new Refusal('passkey_refused');
  }
  await refuseIfBlocked(services, visitor, { id: passkey.user_id, blocked_at: passkey.blocked_at });
  return inTransaction(services, visitor, async (work) => {
    await recordUse(work, passkey, counter);
    const { kind, link } =
      token === undefined ? { kind: 'customer' as const, link: null } : await takeStep(work.tx, token);
    if (link) await connect(work, passkey.user_id, link);
    const way = userId === null ? 'passkey' : 'password and passkey';
    return openBrowserSession(work, passkey.user_id, browser, way, kind);
  });
}

/** The authenticator's new counter if its answer is fully valid, else null. */
export async function verifiedCounter(
  services: Services,
  answer: {
    site: Site;
    credential: AuthenticationResponseJSON;
    challenge: string;
    passkey: Selectable<PasskeyTable>;
  },
  requireUserVerification: boolean,
): Promise<number | null> {
  const { site, credential, challenge, passkey } = answer;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: credential,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: passkey.rp_id,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
      },
      requireUserVerification,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch (cause) {
    services.log.info({ err: cause }, 'a passkey was not accepted');
    return null;
  }
}

/**
 * Records the use of a passkey with the authenticator's new counter, which also ends a running reset of the second
 * steps.
 * @throws Refusal if the passkey was used since it was read, as by a replayed response.
 */
export async function recordUse(
  work: Work<Doer>,
  passkey: Selectable<PasskeyTable>,
  counter: number,
): Promise<void> {
  await lockAccount(work.tx, passkey.user_id);
  const used = await work.tx
    .updateTable('passkey')
    .set({ counter, last_used_at: sql<Date>`now()` })
    .where('id', '=', passkey.id)
    .where('counter', '=', passkey.counter)
    .returning('id')
    .executeTakeFirst();
  if (!used) throw new Refusal('passkey_refused');
  await endStepReset(work, passkey.user_id, 'used');
}
