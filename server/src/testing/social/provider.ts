import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { type Configuration, interactionPolicy } from 'oidc-provider';
import { consentPage } from './consent-page.ts';
import { memoryAdapter } from './memory-adapter.ts';

export const CLIENT = { clientId: 'cusp', clientSecret: 'a secret of the tests' };

/** A person with an account at the provider. */
export interface Somebody {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  given_name?: string;
  family_name?: string;
}

export interface RunningProvider {
  issuer: string;
  close(): Promise<void>;
}

const FACEBOOK_ROUTES = { authorization: '/v24.0/dialog/oauth', token: '/v24.0/oauth/access_token' };

/**
 * A real OpenID Connect provider that acts as Google, or with other addresses and a Graph API as Facebook.
 * Its consent page accepts any identity.
 */
export async function startProvider(
  plays: 'google' | 'facebook',
  redirectUris: string[],
): Promise<RunningProvider> {
  const people = new Map<string, Somebody>();
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256' };
  const provider = new Provider(issuer, {
    ...settings(redirectUris, people),
    jwks: { keys: [key] },
    ...(plays === 'facebook' ? { routes: FACEBOOK_ROUTES } : {}),
  });
  const oidc = provider.callback();

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', issuer).pathname;
    if (path.startsWith('/interaction/') && request.method === 'GET') {
      // Facebook's pages cut a pop-up off from its opener.
      if (plays === 'facebook') response.setHeader('cross-origin-opener-policy', 'same-origin');
      return void response.setHeader('content-type', 'text/html').end(consentPage(plays));
    }
    if (path.startsWith('/interaction/')) return decide(request, response);
    if (path === '/v24.0/me') return me(request, response);
    await oidc(request, response);
  }

  async function decide(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await textOf(request));
    if (form.has('cancel'))
      return provider.interactionFinished(request, response, { error: 'access_denied' });
    const { verified, ...fields } = Object.fromEntries([...form].filter(([, value]) => value !== ''));
    const somebody = { sub: '', ...fields, email_verified: verified === 'on' };
    people.set(somebody.sub, somebody);
    const outcome = { login: { accountId: somebody.sub }, select_account: {} };
    await provider.interactionFinished(request, response, outcome, { mergeWithLastSubmission: false });
  }

  /** Replies like Graph API, which identifies people by `id` and does not say whether an address is verified. */
  async function me(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = (request.headers.authorization ?? '').slice(7);
    const token = await provider.AccessToken.find(text);
    const somebody = people.get(token?.accountId ?? '');
    const proof = new URL(request.url ?? '/', issuer).searchParams.get('appsecret_proof');
    const isOurs = proof === createHmac('sha256', CLIENT.clientSecret).update(text).digest('hex');
    if (!somebody || !isOurs) return void response.writeHead(401).end('{}');
    const { sub: id, email, name, given_name: first_name, family_name: last_name } = somebody;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ id, email, name, first_name, last_name }));
  }

  return {
    issuer,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function settings(redirectUris: string[], people: Map<string, Somebody>): Configuration {
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  return {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: redirectUris,
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    adapter: memoryAdapter(),
    scopes: ['openid', 'email', 'profile', 'public_profile'],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    // Google includes the address in the identity token itself.
    conformIdTokenClaims: false,
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ ...people.get(id), sub: id }),
    }),
    interactions: { policy, url: (_, { uid }) => `/interaction/${uid}` },
    features: { devInteractions: { enabled: false } },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    // Signing in counts as consent.
    async loadExistingGrant(ctx) {
      const { client, session, params } = ctx.oidc;
      const grant = new ctx.oidc.provider.Grant({
        clientId: client?.clientId,
        accountId: session?.accountId,
      });
      grant.addOIDCScope(String(params?.scope ?? ''));
      await grant.save();
      return grant;
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
