import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';
import { easyHumanCheck } from '../../server/src/testing/solve-human-check.ts';
import type { ClickCounter } from './clicks.ts';
import { newestMail, type Person, signIn, url } from './people.ts';
import { verifyPhone } from './phone.ts';

export const NEWCOMER_PASSWORD = 'three brown molars';

interface Newcomer {
  first: string;
  last: string;
  /** Verified before signing up; text messages per network are limited, so most do without. */
  phone?: string;
  /** The page to open; without it no page is loaded. */
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
 * The same without signing in; returns the email address. It is new each time, so that a retried journey finds no data
 * of its first attempt.
 */
export async function signUpDentist({ phone = '', ...name }: Omit<Newcomer, 'at'>): Promise<string> {
  const email = newAddress(name);
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
  const [, uidb64, token] = await activationOf(email);
  const activated = await fetch(url('/heclore/v1/auth/activate/'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uidb64, token }),
  });
  expect(activated.ok, await activated.text()).toBe(true);
  return email;
}

const newAddress = ({ first, last }: Pick<Newcomer, 'first' | 'last'>): string =>
  `${first}.${last}.${randomUUID().slice(0, 8)}@practice.example`.toLowerCase();

/** The path in the activation mail, with the id and the token of the account. */
async function activationOf(email: string): Promise<readonly [path: string, uidb64: string, token: string]> {
  const link = /\/activate\/([^/\s]+)\/([^/?\s]+)/.exec((await newestMail(email)).text);
  const [path = '', uidb64 = '', token = ''] = link ?? [];
  return [path, uidb64, token];
}

/** A dentist signs up, activates the account and signs in with the forms, from the sign-in page to the dashboard. */
export async function signUpByForm(
  page: Page,
  name: Pick<Newcomer, 'first' | 'last'>,
  clicks: ClickCounter,
): Promise<void> {
  const email = newAddress(name);
  await page.goto(url('/login'));
  await clicks.step('sign up', async () => {
    await page.getByRole('link', { name: 'Create Account' }).click();
    await page.getByLabel('First name').fill(name.first);
    await page.getByLabel('Last name').fill(name.last);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(NEWCOMER_PASSWORD);
    await page.getByLabel('Confirm password', { exact: true }).fill(NEWCOMER_PASSWORD);
    for (const [field, choice] of [
      ['Role', 'Dental Clinic'],
      ['Country', 'Germany'],
    ] as const) {
      await page.getByRole('combobox', { name: field }).click();
      await page.getByRole('option', { name: choice, exact: true }).click();
    }
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page).toHaveURL(url('/signupEmail'));
  });
  await clicks.step(
    'activate and sign in',
    async () => {
      const [path] = await activationOf(email);
      await page.goto(url(path));
      await page.getByRole('link', { name: 'Home' }).click();
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(NEWCOMER_PASSWORD);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page).toHaveURL(url('/dashboard'));
    },
    LINK_IN_MAIL,
  );
}

const LINK_IN_MAIL = 1;
