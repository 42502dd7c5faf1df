import { type Browser, expect } from '@playwright/test';
import { solveHumanCheck } from '../../server/src/testing/solve-human-check.ts';
import { newestMail, type Person, signIn, url } from './people.ts';
import { verifyPhone } from './phone.ts';

export const NEWCOMER_PASSWORD = 'three brown molars';

interface Newcomer {
  first: string;
  last: string;
  /** Verified before signing up; text messages to one network are few, so most do without. */
  phone?: string;
}

/** A dentist without connections, who signed up, followed the link of the mail and signed in. */
export async function newDentist(browser: Browser, { phone = '', ...name }: Newcomer): Promise<Person> {
  const email = `${name.first}.${name.last}@practice.example`.toLowerCase();
  const challenge = await (await fetch(url('/heclore/v1/auth/human-check/'))).json();
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
    'g-recaptcha-response': await solveHumanCheck(challenge),
  };
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  const reply = await fetch(url('/heclore/v1/auth/signup/'), {
    method: 'POST',
    headers: { cookie },
    body: form,
  });
  expect(reply.ok, await reply.text()).toBe(true);
  const link = /\/activate\/([^/\s]+)\/([^/\s]+)/.exec((await newestMail(email)).text);
  const [, uidb64, token] = link ?? [];
  const activated = await fetch(url('/heclore/v1/auth/activate/'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uidb64, token }),
  });
  expect(activated.ok, await activated.text()).toBe(true);
  return signIn(browser, email, { password: NEWCOMER_PASSWORD });
}
