import { createHmac } from 'node:crypto';
import * as client from 'openid-client';
import * as z from 'zod';
import type { SocialClient } from '../../platform/config/providers.ts';
import { consentRequest, TIMEOUT_S } from './oauth.ts';
import { nameParts } from './person-name.ts';
import type { Identity, Provider } from './provider.types.ts';

const VERSION = 'v24.0';
const SITE = 'https://www.facebook.com';
const GRAPH = 'https://graph.facebook.com';

/** A person in the Graph API; `email` is missing without a usable address. */
const Me = z.object({
  id: z.string().min(1).max(255),
  email: z.email().max(254).optional().catch(undefined),
  name: z.string().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
});

/**
 * Facebook, by OAuth 2 and the Graph API: it signs no identity token, so the profile is requested with the access
 * token.
 */
export function facebook({ clientId, clientSecret, issuer }: SocialClient, mayBePlain: boolean): Provider {
  const [site, graph] = [issuer ?? SITE, issuer ?? GRAPH];
  const configuration = new client.Configuration(
    {
      issuer: site,
      authorization_endpoint: `${site}/${VERSION}/dialog/oauth`,
      token_endpoint: `${graph}/${VERSION}/oauth/access_token`,
    },
    clientId,
    clientSecret,
  );
  configuration.timeout = TIMEOUT_S;
  if (mayBePlain) client.allowInsecureRequests(configuration);

  async function profileOf(token: string): Promise<Identity> {
    // Facebook compares it with the app of the token, so a token of another app is refused.
    const proof = createHmac('sha256', clientSecret).update(token).digest('hex');
    const fields = 'id,name,first_name,last_name,email';
    const me = new URL(`${graph}/${VERSION}/me?fields=${fields}&appsecret_proof=${proof}`);
    const reply = await client.fetchProtectedResource(configuration, token, me, 'GET');
    const person = Me.parse(await reply.json());
    return {
      subject: person.id,
      email: person.email ?? null,
      // The Graph API does not say whether the address is verified.
      emailProven: false,
      ...nameParts(person.first_name, person.last_name, person.name),
    };
  }

  return {
    async begin(returnTo, secrets) {
      return client.buildAuthorizationUrl(
        configuration,
        consentRequest(returnTo, secrets, 'email public_profile'),
      );
    },
    async identify(cameBackTo, { provider_state, verifier }) {
      const { access_token } = await client.authorizationCodeGrant(configuration, cameBackTo, {
        expectedState: provider_state,
        pkceCodeVerifier: verifier,
      });
      return { ...(await profileOf(access_token)), proof: access_token };
    },
    recognise: profileOf,
  };
}
