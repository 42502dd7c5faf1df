import { randomUUID } from 'node:crypto';
import { PAGES } from '@cusp/contract/pages';
import { expect, type Page } from '@playwright/test';
import { signUpDentist } from '../support/newcomer.ts';
import { url } from '../support/people.ts';
import { complaints, expectSound } from '../support/screens.ts';
import { test } from '../support/test.ts';

/** Presses the button and returns the pop-up at the provider's page. */
async function press(page: Page): Promise<Page> {
  const [popUp] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Sign in with Google' }).click(),
  ]);
  await expect(popUp.getByRole('heading', { name: 'google (local)' })).toBeVisible();
  return popUp;
}

/** The sign-in page's message about the pop-up. */
const messageOf = (page: Page) =>
  page.getByRole('region', { name: 'Or sign in with one click' }).getByRole('status');

/** Signs in on the provider's page. */
async function consent(popUp: Page, { sub, email }: { sub: string; email: string }): Promise<void> {
  await popUp.getByLabel('Subject').fill(sub);
  await popUp.getByLabel('Email').fill(email);
  await popUp.getByLabel('First name').fill('Grace');
  await popUp.getByLabel('Last name').fill('Molar');
  await popUp.getByRole('button', { name: 'Continue' }).click();
}

async function complete(popUp: Page): Promise<void> {
  await popUp.getByRole('combobox', { name: 'Role' }).click();
  await popUp.getByRole('option', { name: 'Dental Clinic' }).click();
  await popUp.getByRole('combobox', { name: 'Country' }).click();
  await popUp.getByRole('combobox', { name: 'Country' }).fill('Germany');
  await popUp.getByRole('option', { name: 'Germany' }).click();
  // The form is sent once, however often it is submitted.
  let sent = 0;
  popUp.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/v1/complete/')) sent += 1;
  });
  await Promise.all([
    popUp.waitForEvent('close'),
    popUp.getByRole('button', { name: 'Create Account' }).dblclick({ force: true, noWaitAfter: true }),
  ]);
  expect(sent).toBe(1);
}

const someone = () => {
  const sub = randomUUID();
  return { sub, email: `${sub}@mail.example` };
};

test('a new person signs up by Google, signs out, and signs in again with one click', async ({ page }) => {
  const heard = complaints(page);
  const person = someone();
  await page.goto(url(PAGES.login));
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
  await expectSound(page);
  const popUp = await press(page);
  await expect(messageOf(page)).toHaveText('Continue in the new window.');
  const heardInPopUp = complaints(popUp);
  await consent(popUp, person);
  await expect(popUp.getByRole('heading', { name: 'Complete your account' })).toBeVisible();
  await expect(popUp.getByLabel('Email')).toHaveValue(person.email);
  await expect(popUp.getByLabel('Name', { exact: true })).toHaveValue('Grace Molar');
  await expect(popUp.getByRole('button', { name: 'Create Account' })).toBeDisabled();
  await expectSound(popUp);
  await complete(popUp);
  await expect(page).toHaveURL(url(PAGES.dashboard));
  await page.getByRole('button', { name: 'Menu of Grace Molar' }).click();
  await expect(page.getByText('Signs in with Google')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();

  await page.waitForURL(/login/);
  const again = await press(page);
  await consent(again, person);
  await expect(page).toHaveURL(url(PAGES.dashboard));
  expect([...heard, ...heardInPopUp]).toEqual([]);
});

test('an existing account with the same email is linked by its password', async ({ page }) => {
  const person = {
    sub: randomUUID(),
    email: await signUpDentist({ first: 'Same', last: 'Address' }),
  };
  await page.goto(url(`${PAGES.login}?next=/cases`));
  const popUp = await press(page);
  await consent(popUp, person);
  await expect(popUp.getByRole('heading', { name: 'Connect with Google' })).toBeVisible();
  await expectSound(popUp);
  await popUp.getByLabel('Password', { exact: true }).fill('not the password');
  await popUp.getByRole('button', { name: 'Connect and sign in' }).click();
  await expect(popUp.getByRole('alert')).toHaveText('Check your email or password');
  await expect(popUp.getByLabel('Password', { exact: true })).toBeFocused();
  await popUp.getByLabel('Password', { exact: true }).fill('three brown molars');
  await Promise.all([popUp.waitForEvent('close'), popUp.keyboard.press('Enter')]);
  await expect(page).toHaveURL(url('/cases'));
});

test('cancelling at the provider or closing the window changes nothing', async ({ page }) => {
  await page.goto(url(PAGES.login));
  const popUp = await press(page);
  await Promise.all([popUp.waitForEvent('close'), popUp.getByRole('button', { name: 'Cancel' }).click()]);
  await expect(messageOf(page)).toHaveText('The sign-in was cancelled.');
  const closed = await press(page);
  await expect(messageOf(page)).toHaveText('Continue in the new window.');
  await closed.close();
  await expect(messageOf(page)).toBeEmpty();
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeEnabled();
  await expect(page).toHaveURL(url(PAGES.login));
});

test('messages of other sites and of other sign-ins are ignored', async ({ page }) => {
  let state = '';
  page.context().on('request', (request) => {
    if (request.url().includes('/v1/auth/social/'))
      state = new URL(request.url()).searchParams.get('state') ?? '';
  });
  await page.goto(url(PAGES.login));
  const popUp = await press(page);
  expect(state).toHaveLength(43);
  const cancelled = (its: string) => ({
    mark: 'cusp.social',
    answer: { state: its, error: 'social_cancelled' },
  });
  // The provider's page has another origin, even with the right state.
  await popUp.evaluate((message) => window.opener.postMessage(message, '*'), cancelled(state));
  await page.evaluate((message) => window.postMessage(message, '*'), cancelled('x'.repeat(43)));
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  await expect(messageOf(page)).toHaveText('Continue in the new window.');
  await page.evaluate((message) => window.postMessage(message, '*'), cancelled(state));
  await expect(messageOf(page)).toHaveText('The sign-in was cancelled.');
});

test('the pages of the pop-up give no access on their own', async ({ page }) => {
  for (const path of [
    PAGES.socialResponse,
    `${PAGES.socialComplete}?state=${'x'.repeat(43)}`,
    `${PAGES.signupSocial}?data=nonsense`,
  ]) {
    await page.goto(url(path));
    await expect(page.getByRole('heading', { name: 'Invalid access' }), path).toBeVisible();
  }
  await expectSound(page);
});
