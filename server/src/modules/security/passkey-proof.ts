import type { Credential } from '@cusp/contract/security';
import { type AuthenticationResponseJSON, generateAuthenticationOptions } from '@simplewebauthn/server';
import { sql } from 'kysely';
import { worksAt } from '../../platform/brand/passkey-domains.ts';
import type { Site } from '../../platform/brand/site.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { recordUse, verifiedCounter } from './log-in-by-passkey.ts';
import { keepChallenge, spendChallenge } from './passkey-challenge.ts';
import { auditWrongCode } from './spend-code.ts';

/** WebAuthn options with which the signed-in person proves who they are by a passkey of this address. */
export async function passkeyProof({ db }: Services, { userId }: Actor, site: Site) {
  const rows = await db
    .selectFrom('passkey')
    .select(['credential_id', 'transports', 'rp_id'])
    .where('user_id', '=', userId)
    .orderBy(sql`coalesce(last_used_at, created_at)`, 'desc')
    .execute();
  const usable = rows.filter(({ rp_id }) => worksAt(rp_id, site.hostname));
  const [last] = usable;
  if (!last) throw new Refusal('passkeys_unavailable');
  const options = await generateAuthenticationOptions({
    rpID: last.rp_id,
    // A browser asks for one RP ID at a time.
    allowCredentials: usable
      .filter(({ rp_id }) => rp_id === last.rp_id)
      .map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    userVerification: 'required',
  });
  await keepChallenge(db, options.challenge, { purpose: 'sign-in', site, userId });
  return options;
}

/** Throws unless a passkey of the person has responded and verified them by finger, face or PIN. */
export async function proveByPasskey(
  services: Services,
  actor: Actor,
  site: Site | null,
  answer: Credential,
): Promise<void> {
  if (!site) throw new Refusal('passkeys_unavailable');
  const credential = answer as unknown as AuthenticationResponseJSON;
  const { clientDataJSON } = answer.response;
  const challenge = await inTransaction(services, actor, (work) =>
    spendChallenge(work.tx, clientDataJSON, { purpose: 'sign-in', site, userId: actor.userId }),
  );
  const passkey = await services.db
    .selectFrom('passkey')
    .selectAll()
    .where('credential_id', '=', credential.id)
    .where('user_id', '=', actor.userId)
    .executeTakeFirst();
  if (!passkey || !worksAt(passkey.rp_id, site.hostname)) throw new Refusal('passkey_refused');
  const counter = await verifiedCounter(services, { site, credential, challenge, passkey }, true);
  if (counter === null) {
    await auditWrongCode(services, actor, actor.userId, 'passkey');
    throw new Refusal('passkey_refused');
  }
  await inTransaction(services, actor, (work) => recordUse(work, passkey, counter));
}
