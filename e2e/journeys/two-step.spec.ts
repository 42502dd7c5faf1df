import { type Browser, expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { takeBrowser } from '../support/browsers.ts';
import { NEWCOMER_PASSWORD, newDentist } from '../support/newcomer.ts';
import { newestMail, url } from '../support/people.ts';
import { expectSound } from '../support/screens.ts';
import { test } from '../support/test.ts';

const NAV = { name: 'Main navigation' };

/** Adds a virtual authenticator that creates and uses passkeys without a person. */
async function withAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

const codeOf = (secret: string, ahead = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead * 30_000 });

const newcomer = (browser: Browser, last: string, at?: string) =>
  newDentist(browser, { first: 'Stella', last, at });

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Menu of/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(url('/login'));
}

async function password(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(NEWCOMER_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('an authenticator app is set up, required at sign-in, and turned off with a recovery code', async ({
  browser,
}) => {
  const { page, email } = await newcomer(browser, 'Appler', '/dashboard');
  await page.getByRole('button', { name: /^Menu of/ }).click();
  await page.getByRole('link', { name: 'Security' }).click();
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  await page.getByLabel('Your password').fill('not the password');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('The password is incorrect.')).toBeVisible();
  await page.getByLabel('Your password').fill(NEWCOMER_PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expectSound(page, '[role=dialog]');
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
  // The code submits itself.
  await page.getByLabel('Digit 1 of 6').click();
  await page.keyboard.type(codeOf(secret));
  const dialog = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  const codes = await dialog.getByRole('listitem').allTextContents();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByText('10 codes left')).toBeVisible();

  await signOut(page);
  await password(page, email);
  await expect(page.getByLabel('Digit 1 of 6')).toBeFocused();
  await expectSound(page);
  await expect(page.getByText('Lost your phone or passkey?')).toContainText('call support: +1');
  await page.keyboard.type(codeOf(secret, -5));
  await expect(page.getByRole('alert')).toContainText('The code is incorrect.');
  await expect(page.getByLabel('Digit 1 of 6')).toBeFocused();
  await page.keyboard.type(codeOf(secret, 1));
  await expect(page.getByRole('navigation', NAV)).toBeVisible();

  await page.goto(url('/security'));
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByLabel('Your password').fill(NEWCOMER_PASSWORD);
  await page.getByLabel('Code of your app, or a recovery code').fill(codes[0] ?? '');
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText('Off', { exact: true })).toBeVisible();
  await signOut(page);
  await password(page, email);
  await expect(page.getByRole('navigation', NAV)).toBeVisible();
});

test('a passkey is created, signs in alone and after the password, is renamed and removed', async ({
  browser,
}) => {
  const { page, email } = await newcomer(browser, 'Keyes');
  await withAuthenticator(page);
  await page.goto(url('/security'));
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Name' }).fill('Laptop');
  await page.getByLabel('Your password').fill(NEWCOMER_PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByText('Laptop', { exact: true })).toBeVisible();

  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('navigation', NAV)).toBeVisible();
  await signOut(page);
  await password(page, email);
  await page.getByRole('button', { name: 'Use passkey', exact: true }).click();
  await expect(page.getByRole('navigation', NAV)).toBeVisible();

  await page.goto(url('/security'));
  await page.getByRole('button', { name: 'Rename Laptop' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Work laptop');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Remove Work laptop' }).click();
  await page.getByLabel('Your password').fill(NEWCOMER_PASSWORD);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('No passkey yet')).toBeVisible();
});

test('a session elsewhere is reported by mail, listed, and ended', async ({ browser }) => {
  const here = await newcomer(browser, 'Tabor');
  const there = await (await takeBrowser(browser)).newPage();
  await there.goto(url('/login'));
  await password(there, here.email);
  await expect(there.getByRole('navigation', NAV)).toBeVisible();
  const mail = await newestMail(here.email, /New sign-in/);
  expect(mail.text).toContain(url('/security'));

  await here.page.goto(url('/security'));
  await expect(here.page.getByText('This browser')).toBeVisible();
  await here.page.getByRole('button', { name: /^Sign out Chrom/ }).click();
  await here.page.getByLabel('Your password').fill(NEWCOMER_PASSWORD);
  await here.page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(here.page.getByRole('button', { name: /^Sign out Chrom/ })).toBeHidden();
  await expect(there.getByText('Relogin required.')).toBeVisible();
  await expect(here.page.getByRole('navigation', NAV)).toBeVisible();
});
