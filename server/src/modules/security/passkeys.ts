import { SECURITY_LIMITS } from '@cusp/contract/security.routes';
import {
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { skinOfKey } from '../../platform/brand/brands.ts';
import type { Site } from '../../platform/brand/site.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { keyedHash } from '../../platform/secrets/secret-box.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { loadUser } from '../identity/user.sql.ts';
import { nameOf } from '../people/person.present.ts';
import { endBegunSetUps, endOtherStaffSessions, lockAccount, settleSecondSteps } from './keep-second-step.ts';
import { notifySecondStep } from './notify-second-step.ts';
import { keepChallenge, spendChallenge } from './passkey-challenge.ts';
import { type FactorProof, proveBoth } from './prove-self.ts';
import { firstRecoveryCodes } from './recovery-codes.ts';

/** EdDSA, ES256 and RS256: every authenticator supports one of them. */
const ALGORITHMS = [-8, -7, -257];

/** WebAuthn options to create a discoverable passkey. */
export async function passkeyCreation(
  services: Services,
  actor: Actor,
  where: { site: Site; brand: string },
  proof: FactorProof,
) {
  await proveBoth(services, actor, proof);
  const user = await loadUser(services.db, actor.userId);
  const own = await services.db
    .selectFrom('passkey')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', user.id)
    .execute();
  if (own.length >= SECURITY_LIMITS.passkeys) throw new Refusal('too_many_passkeys');
  const options = await generateRegistrationOptions({
    rpName: skinOfKey(where.brand).app_name,
    rpID: where.site.rpId,
    userName: user.email,
    userDisplayName: nameOf(user),
    // Authenticators store this id; only this server can derive the person from it.
    userID: new Uint8Array(keyedHash(services.secret, 'passkey user', String(user.id))),
    excludeCredentials: own.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await keepChallenge(services.db, options.challenge, {
    purpose: 'create',
    site: where.site,
    userId: user.id,
  });
  return options;
}

/** Stores a new passkey. Returns recovery codes if the person had none. */
export async function addPasskey(
  services: Services,
  actor: Actor,
  site: Site,
  input: { name: string; credential: RegistrationResponseJSON },
): Promise<string[] | null> {
  const { clientDataJSON } = input.credential.response;
  const expectedChallenge = await inTransaction(services, actor, (work) =>
    spendChallenge(work.tx, clientDataJSON, { purpose: 'create', site, userId: actor.userId }),
  );
  const { registrationInfo } = await verifyRegistrationResponse({
    response: input.credential,
    expectedChallenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((cause: unknown) => {
    services.log.info({ err: cause }, 'a passkey was not accepted');
    return { registrationInfo: undefined };
  });
  if (!registrationInfo) throw new Refusal('passkey_refused');
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  return inTransaction(services, actor, async (work) => {
    const user = await lockAccount(work.tx, actor.userId);
    const added = await work.tx
      .insertInto('passkey')
      .values({
        user_id: user.id,
        credential_id: id,
        public_key: Buffer.from(publicKey),
        counter,
        transports,
        rp_id: site.rpId,
        name: input.name,
        last_used_at: null,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) throw new Refusal('passkey_refused');
    await work.audit({ action: 'authn_passkey_added', object: { type: 'passkey', id: added.id } });
    await notifySecondStep(work, user, 'added');
    await endOtherStaffSessions(work);
    await endBegunSetUps(work.tx, user.id);
    return firstRecoveryCodes(work, user.id);
  });
}

/** Renames one of one's own passkeys. */
export async function renamePasskey(
  services: Services,
  actor: Actor,
  id: number,
  name: string,
): Promise<void> {
  const { numUpdatedRows } = await inTransaction(services, actor, (work) =>
    work.tx
      .updateTable('passkey')
      .set({ name })
      .where('id', '=', id)
      .where('user_id', '=', actor.userId)
      .executeTakeFirst(),
  );
  if (numUpdatedRows === 0n) throw new Refusal('not_found');
}

/** Removes one of one's own passkeys. */
export async function removePasskey(
  services: Services,
  actor: Actor,
  id: number,
  proof: FactorProof,
): Promise<void> {
  const own = await services.db
    .selectFrom('passkey')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', actor.userId)
    .executeTakeFirst();
  if (!own) throw new Refusal('not_found');
  await proveBoth(services, actor, proof);
  await inTransaction(services, actor, async (work) => {
    const user = await lockAccount(work.tx, actor.userId);
    await work.tx.deleteFrom('passkey').where('id', '=', id).where('user_id', '=', user.id).execute();
    await settleSecondSteps(work, user);
    await work.audit({ action: 'authn_passkey_removed', object: { type: 'passkey', id } });
    await notifySecondStep(work, user, 'removed');
  });
}
