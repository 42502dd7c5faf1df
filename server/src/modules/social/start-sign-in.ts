import type { SocialProvider } from '@cusp/contract/wire';
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { callbackOf } from './callback.ts';
import { beginFlow } from './flow.sql.ts';
import { logTrouble } from './log-trouble.ts';
import type { Provider } from './provider.types.ts';
import { returnAddress } from './social.policy.ts';

interface Wish {
  name: SocialProvider;
  state: string;
  redirectUri: string;
  codeChallenge: string;
  regionChallenge?: string | undefined;
  /** Origins of this site. */
  ownOrigins: readonly string[];
}

/** Begins a sign-in: returns where the pop-up goes next, and the secret for the browser's cookie. */
export async function startSignIn(
  services: Services,
  provider: Provider,
  wish: Wish,
): Promise<{ location: string; token: string }> {
  const address = returnAddress(wish.redirectUri, wish.ownOrigins);
  if (!address) throw new Refusal('social_invalid');
  const secrets = {
    provider_state: randomState(),
    nonce: randomNonce(),
    verifier: randomPKCECodeVerifier(),
  };
  const location = await provider
    .begin(callbackOf(address.origin, wish.name), secrets)
    .catch((error: unknown) => {
      logTrouble(services, wish.name, error);
      throw new Refusal('social_failed');
    });
  const token = await beginFlow(services.db, {
    provider: wish.name,
    ...address,
    ...secrets,
    client_state: wish.state,
    code_challenge: wish.codeChallenge,
    region_challenge: wish.regionChallenge ?? null,
  });
  return { location: location.href, token };
}
