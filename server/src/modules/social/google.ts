import { createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from 'jose';
import * as client from 'openid-client';
import * as z from 'zod';
import type { SocialClient } from '../../platform/config/providers.ts';
import { consentRequest, TIMEOUT_S } from './oauth.ts';
import { nameParts } from './person-name.ts';
import type { Identity, Provider } from './provider.types.ts';

const ISSUER = 'https://accounts.google.com';

/** How old a token may be that the other region passes on, and how far clocks may differ, in seconds. */
const PROOF = { maxTokenAge: 120, clockTolerance: 30 };

/** Claims of an ID token, as in Google's OpenID Connect documentation. */
const Claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.email().max(254).optional().catch(undefined),
  email_verified: z.boolean().optional(),
  name: z.string().optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
});

function identityOf(payload: unknown): Identity {
  const claims = Claims.parse(payload);
  return {
    subject: claims.sub,
    email: claims.email ?? null,
    emailProven: claims.email_verified === true,
    ...nameParts(claims.given_name, claims.family_name, claims.name),
  };
}

/** Google, by OpenID Connect. Its endpoints and keys are discovered at the first sign-in and cached. */
export function google({ clientId, clientSecret, issuer }: SocialClient, mayBePlain: boolean): Provider {
  let found: Promise<client.Configuration> | null = null;
  const configuration = () => {
    found ??= client
      .discovery(new URL(issuer ?? ISSUER), clientId, clientSecret, undefined, {
        timeout: TIMEOUT_S,
        execute: [
          ...(mayBePlain ? [client.allowInsecureRequests] : []),
          // Verifies the token's signature in addition to TLS.
          client.enableNonRepudiationChecks,
        ],
      })
      .catch((error: unknown) => {
        found = null;
        throw error;
      });
    return found;
  };
  let keys: JWTVerifyGetKey | null = null;

  return {
    async begin(returnTo, secrets) {
      return client.buildAuthorizationUrl(await configuration(), {
        ...consentRequest(returnTo, secrets, 'openid email profile'),
        nonce: secrets.nonce,
        prompt: 'select_account',
      });
    },
    async identify(cameBackTo, { provider_state, nonce, verifier }) {
      const tokens = await client.authorizationCodeGrant(await configuration(), cameBackTo, {
        expectedState: provider_state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      return {
        ...identityOf(tokens.claims()),
        proof: tokens.id_token ?? '',
      };
    },
    async recognise(proof) {
      const { issuer: known, jwks_uri: keysAt = '' } = (await configuration()).serverMetadata();
      keys ??= createRemoteJWKSet(new URL(keysAt));
      const rules = { issuer: known, audience: clientId, algorithms: ['RS256'], ...PROOF };
      return identityOf((await jwtVerify(proof, keys, rules)).payload);
    },
  };
}
