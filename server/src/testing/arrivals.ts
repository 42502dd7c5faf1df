import { randomBytes } from 'node:crypto';
import { API_BASE, pathOf } from '@cusp/contract/endpoint';
import { completeArrival, postArrival } from '@cusp/contract/sign-in.routes';
import { challengeOf } from '../platform/secrets/code-challenge.ts';
import { ask, PASSWORD } from './sign-in.ts';
import type { TestApp } from './test-app.ts';

export const newVerifier = (): string => randomBytes(32).toString('base64url');

interface Attempt {
  username: string;
  password?: string;
  /** Network address of the browser. */
  from?: string;
  verifier?: string;
  callfrom?: string;
}

/** Sends the sign-in form of a host's page, with the challenge of `verifier`. */
export const signInAt = (
  t: TestApp,
  { username, password = PASSWORD, from = '127.0.0.1', verifier = newVerifier(), callfrom }: Attempt,
) =>
  ask(t, {
    path: '/v1/auth/login/',
    body: {
      username,
      password,
      codeChallenge: challengeOf(verifier),
      ...(callfrom === undefined ? {} : { callfrom }),
    },
    from,
  });

interface Posted {
  code: string;
  codeVerifier: string;
  next?: string;
  language?: string;
}

/** Posts a code to a site as a form of a page of `origin` does; `null` is a browser that sends no `Origin`. */
export const postArrivalFrom = (origin: string | null, to: TestApp, form: Posted, cookie = '') =>
  to.app.inject({
    method: 'POST',
    url: pathOf(postArrival),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(origin === null ? {} : { origin }),
      ...(cookie ? { cookie } : {}),
    },
    payload: new URLSearchParams({ ...form }).toString(),
  });

/** `name=value` of all cookies that a reply sets. */
export const cookiesOf = ({ cookies }: Awaited<ReturnType<typeof postArrivalFrom>>): string =>
  cookies.map(({ name, value }) => `${name}=${value}`).join('; ');

/** Requests the session like the page to which a form leads. */
export const completeAt = (t: TestApp, cookie: string, headers: Record<string, string> = {}) =>
  t.app.inject({
    method: 'POST',
    url: API_BASE + completeArrival.path,
    headers: { cookie, 'action-id': 'a-1', ...headers },
  });

/** All steps of a browser whose page at `origin` has received a code. */
export async function arriveAt(origin: string, to: TestApp, form: Posted) {
  return completeAt(to, cookiesOf(await postArrivalFrom(origin, to, form)));
}
