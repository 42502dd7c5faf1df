import { loginByPasskey, passkeyRequest } from '@cusp/contract/security.routes';
import type { AuthResult } from '@cusp/contract/sign-in';
import { call } from '../../../client/call.ts';
import { askPasskey, PasskeyProblem } from '../../security/passkeys/passkeys.offers.ts';

/** RP IDs without a usable passkey, because older passkeys may be bound to the host and newer ones to its domain. */
let fruitless: string[] = [];

/**
 * Signs in by a passkey, with `token` as the second step after a password. Null if the person cancelled. Loaded on
 * demand.
 */
export async function signInByPasskey(token?: string): Promise<AuthResult | null> {
  const step = token === undefined ? {} : { token };
  const { options } = await call(passkeyRequest, { body: { ...step, not: fruitless } });
  const { rpId } = options as { rpId?: string };
  try {
    const credential = await askPasskey(options);
    const reply = await call(loginByPasskey, { body: { ...step, credential } });
    fruitless = [];
    return reply;
  } catch (error) {
    if (error instanceof PasskeyProblem && error.kind === 'given-up') {
      // Once all were tried, they are requested in order again.
      fruitless = rpId && !fruitless.includes(rpId) ? [...fruitless, rpId] : [];
      return null;
    }
    throw error instanceof PasskeyProblem ? { code: 'passkey_refused' } : error;
  }
}
