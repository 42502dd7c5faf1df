import type { Credential } from '@cusp/contract/security';
import {
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';

/** Why no passkey was created or used. */
export class PasskeyProblem extends Error {
  override readonly name = 'PasskeyProblem';
  /** `given-up`: the person closed the prompt or it timed out. `known`: the device already has a passkey. */
  readonly kind: 'given-up' | 'known' | 'failed';

  constructor(kind: PasskeyProblem['kind'], cause: unknown) {
    super(kind, { cause });
    this.kind = kind;
  }
}

/** Lets the browser create a passkey with the server's options. Fails with `PasskeyProblem` only. */
export const makePasskey = (options: object): Promise<Credential> =>
  asked(startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }));

/** Lets the browser use a passkey with the server's options. Fails with `PasskeyProblem` only. */
export const askPasskey = (options: object): Promise<Credential> =>
  asked(startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }));

async function asked(
  work: Promise<RegistrationResponseJSON | AuthenticationResponseJSON>,
): Promise<Credential> {
  try {
    const credential = await work;
    return { ...credential, type: 'public-key', response: { ...credential.response } };
  } catch (cause) {
    if (cause instanceof WebAuthnError && cause.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
      throw new PasskeyProblem('known', cause);
    const name = cause instanceof Error ? cause.name : '';
    throw new PasskeyProblem(
      name === 'NotAllowedError' || name === 'AbortError' ? 'given-up' : 'failed',
      cause,
    );
  }
}
