import { randomBytes } from 'node:crypto';
import { API_BASE } from '@cusp/contract/endpoint';
import { SocialAnswer, SocialData } from '@cusp/contract/social';
import type { LightMyRequestResponse } from 'fastify';
import { challengeOf } from '../../platform/secrets/code-challenge.ts';
import type { TestApp } from '../test-app.ts';
import type { Somebody } from './provider.ts';

const random = () => randomBytes(32).toString('base64url');
const PROVIDER_PATH = { google: 'google-oauth2', facebook: 'facebook' } as const;
export type Name = keyof typeof PROVIDER_PATH;

/** Cookies of one browser at one site. */
class Jar {
  readonly #held = new Map<string, string>();
  take(lines: readonly string[]): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#held.set(name, value);
    }
  }
  get header(): string {
    return [...this.#held].map(([name, value]) => `${name}=${value}`).join('; ');
  }
}

/** The person's action at the provider. */
export type Deed = Somebody | 'cancel';

/** The pop-up window of one sign-in, with the secrets of the page that opened it. */
export function popUp(t: TestApp, name: Name, page = '/login/social/response') {
  const own = t.services.config.publicUrl;
  const cookies = new Jar();
  const verifier = random();
  const regionVerifier = random();
  const state = random();
  const wish = {
    state,
    redirectUri: own + page,
    codeChallenge: challengeOf(verifier),
    regionChallenge: challengeOf(regionVerifier),
  };

  async function ask(method: 'GET' | 'POST', path: string, body?: object | string, headers = {}) {
    const reply = await t.app.inject({
      method,
      url: API_BASE + path,
      headers: { host: new URL(own).host, cookie: cookies.header, ...headers },
      ...(body === undefined ? {} : { payload: body }),
    });
    cookies.take([reply.headers['set-cookie'] ?? []].flat());
    return reply;
  }

  return {
    state,
    verifier,
    regionVerifier,
    cookies,
    ask,
    start: (changed: Record<string, string> = {}) =>
      ask('GET', `/v1/auth/social/${name}/?${new URLSearchParams({ ...wish, ...changed })}`),
    /** Goes through the provider's pages; returns the address that it redirects back to. */
    async consent(started: LightMyRequestResponse, deed: Deed): Promise<URL> {
      return throughProvider(String(started.headers.location), own, deed);
    },
    /** Follows the redirect back to us. */
    comeBack: (address: URL) => ask('GET', address.pathname.replace(API_BASE, '') + address.search),
    /** From the button to the result of the provider's response. */
    async signIn(deed: Deed): Promise<LightMyRequestResponse> {
      const started = await this.start();
      return this.comeBack(await this.consent(started, deed));
    },
    /** The completion form as the page sends it. */
    complete: (fields: Record<string, string>, headers: Record<string, string> = {}) =>
      ask('POST', `/api/v1/complete/${PROVIDER_PATH[name]}/`, new URLSearchParams(fields).toString(), {
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      }),
    link: (password: string) => ask('POST', '/v1/auth/social/link/', { password }),
    exchange: (code: string, codeVerifier = verifier) =>
      ask('POST', '/v1/auth/social/otp/', { code, codeVerifier }),
  };
}

async function throughProvider(begin: string, own: string, deed: Deed): Promise<URL> {
  const jar = new Jar();
  const step = async (address: string, init: RequestInit = {}) => {
    const reply = await fetch(address, { ...init, redirect: 'manual', headers: { cookie: jar.header } });
    jar.take(reply.headers.getSetCookie());
    return reply;
  };
  let at = begin;
  let reply = await step(at);
  for (let steps = 0; steps < 12; steps += 1) {
    if (reply.status === 200) {
      const { email_verified: verified, ...fields } = deed === 'cancel' ? { cancel: '1' } : deed;
      const body = new URLSearchParams({ ...fields, ...(verified ? { verified: 'on' } : {}) } as Record<
        string,
        string
      >);
      reply = await step(at, { method: 'POST', body });
    }
    at = new URL(reply.headers.get('location') ?? '', at).href;
    if (at.startsWith(own)) return new URL(at);
    reply = await step(at);
  }
  throw new Error(`the provider does not lead back: ${at} ${reply.status} ${await reply.text()}`);
}

const locationOf = (reply: LightMyRequestResponse): URL =>
  new URL(String(reply.headers.location), 'http://here.invalid');

/** The result that a redirect passes to the page that opened the pop-up. */
export function answerOf(reply: LightMyRequestResponse): SocialAnswer {
  const { pathname, searchParams } = locationOf(reply);
  if (pathname !== '/login/social/response') throw new Error(`led to ${pathname}: ${reply.body}`);
  return SocialAnswer.parse(Object.fromEntries(searchParams));
}

/** The data that a redirect passes to the completion page. */
export function dataOf(reply: LightMyRequestResponse): SocialData {
  const { pathname, searchParams } = locationOf(reply);
  if (pathname !== '/signup/social') throw new Error(`led to ${pathname}${searchParams}`);
  return SocialData.parse(
    JSON.parse(Buffer.from(searchParams.get('data') ?? '', 'base64url').toString('utf8')),
  );
}
