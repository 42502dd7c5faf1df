import { randomUUID } from 'node:crypto';
import { type Browser, expect } from '@playwright/test';
import { easyHumanCheck } from '../../server/src/testing/solve-human-check.ts';
import { newestMail, type Person, signIn, url } from './people.ts';
import { verifyPhone } from './phone.ts';

export const NEWCOMER_PASSWORD = 'three brown molars';

interface Newcomer {
  first: string;
  last: string;
  /** Verified before signing up; text messages per network are limited, so most do without. */
  phone?: string;
  /** The page to open; without it none is loaded. */
  at?: string;
}

/** A dentist without connections, who has signed up, activated the account and signed in. */
export async function newDentist(
  browser: Browser,
  { at, ...newcomer }: Newcomer,
): Promise<Person & { email: string }> {
  const email = await signUpDentist(newcomer);
  return { ...(await signIn(browser, email, { password: NEWCOMER_PASSWORD, at })), email };
}

/**
 * The same without signing in; returns the email address. It is new each time, so that a retried journey finds no
 * trace of its first try.
 */
export async function signUpDentist({ phone = '', ...name }: Omit<Newcomer, 'at'>): Promise<string> {
  const email = `${name.first}.${name.last}.${randomUUID().slice(0, 8)}@practice.example`.toLowerCase();
  const cookie = phone ? await verifyPhone(phone) : '';
  const form = new FormData();
  const fields = {
    username: email,
    password: NEWCOMER_PASSWORD,
    password_confirm: NEWCOMER_PASSWORD,
    first_name: name.first,
    last_name: name.last,
    role: 'Dental Clinic',
    country: 'DE',
    phone,
    'g-recaptcha-response': await easyHumanCheck({
      secret: new TextEncoder().encode(process.env.CUSP_SECRET),
    }),
  };
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  const reply = await fetch(url('/heclore/v1/auth/signup/'), {
    method: 'POST',
    headers: { cookie },
    body: form,
  });
  expect(reply.ok, await reply.text()).toBe(true);
  const link = /\/activate\/([^/\s]+)\/([^/?\s]+)/.exec((await newestMail(email)).text);
  const [, uidb64, token] = link ?? [];
  const activated = await fetch(url('/heclore/v1/auth/activate/'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uidb64, token }),
  });
  expect(activated.ok, await activated.text()).toBe(true);
  return email;
}
