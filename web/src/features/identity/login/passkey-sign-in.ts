import { loginByPasskey, passkeyRequest } from '@cusp/contract/security.routes';
import type { AuthResult } from '@cusp/contract/sign-in';
import { call } from '../../../client/call.ts';
import { askPasskey, PasskeyProblem } from '../../security/passkeys/passkeys.offers.ts';

/**
 * Signs in by a passkey, with `token` as the second step after a password. Null if the person cancelled. Loaded on
 * demand.
 */
export async function signInByPasskey(token?: string): Promise<AuthResult | null> {
  const step = token === undefined ? {} : { token };
  const { options } = await call(passkeyRequest, { body: step });
  try {
    const credential = await askPasskey(options);
    return await call(loginByPasskey, { body: { ...step, credential } });
  } catch (error) {
    if (error instanceof PasskeyProblem && error.kind === 'given-up') return null;
    throw error instanceof PasskeyProblem ? { code: 'passkey_refused' } : error;
  }
}
