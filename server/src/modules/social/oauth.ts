import { challengeOf } from '../../platform/secrets/code-challenge.ts';
import type { Secrets } from './provider.types.ts';

/** Timeout of requests to a provider, in seconds. */
export const TIMEOUT_S = 10;

/** Parameters of every authorization request. */
export const consentRequest = (
  returnTo: string,
  secrets: Secrets,
  scope: string,
): Record<string, string> => ({
  redirect_uri: returnTo,
  scope,
  state: secrets.provider_state,
  code_challenge: challengeOf(secrets.verifier),
  code_challenge_method: 'S256',
});
