import { expect, type Page, type Route } from '@playwright/test';
import { newDentist } from '../support/newcomer.ts';
import { url } from '../support/people.ts';
import { someNumber } from '../support/phone.ts';
import { test } from '../support/test.ts';

const PASSWORD = 'four quiet rivers';

/**
 * Counts the requests to a URL, and holds the response back until the action was repeated. `status` and `json`
 * replace the server's response.
 */
async function held(page: Page, address: string, method: string, json?: object, status = 200) {
  const waiting: Route[] = [];
  let open = false;
  let count = 0;
  const answer = (route: Route) => (json ? route.fulfill({ status, json }) : route.continue());
  await page.route(address, (route) => {
    if (route.request().method() !== method) return route.continue();
    count += 1;
    if (open) return answer(route);
    waiting.push(route);
  });
  return {
    /** Repeats an action, releases the response, and returns the number of requests. */
    async times(twice: () => Promise<unknown>): Promise<number> {
      await twice();
      await expect.poll(() => count).toBeGreaterThan(0);
      open = true;
      await Promise.all(waiting.map(answer));
      return count;
    },
  };
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Clicks as fast as possible, and presses Enter as well. */
const hurry = async (page: Page, name: string) => {
  await button(page, name).dblclick({ force: true });
  await page.keyboard.press('Enter');
};

/** The response to every request for a mail. */
const PACE = { sent: true, next_in: 60 };

test('sign-in and sign-up forms are sent once, however often they are submitted', async ({ page }) => {
  await test.step('sign-in is sent once', async () => {
    const json = { code: 'wrong_credentials', detail: '', request_id: 'x' };
    const login = await held(page, '**/v1/auth/login/', 'POST', json, 401);
    await page.goto(url('/login'));
    await page.getByLabel('Email').fill('somebody@clinic.example');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    expect(await login.times(() => hurry(page, 'Sign in'))).toBe(1);
    await expect(page.getByRole('alert')).toHaveText('Check your email or password');
  });

  await test.step('a reset link is requested once', async () => {
    const reset = await held(page, '**/v1/reset-password/', 'POST', PACE);
    await page.goto(url('/password_reset/'));
    await page.getByLabel('Email').fill('somebody@clinic.example');
    expect(await reset.times(() => hurry(page, 'Reset Password'))).toBe(1);
    await expect(page).toHaveURL(url('/passwordLink'));
    await expect(page.getByRole('heading', { name: 'Reset link sent' })).toBeVisible();
  });

  await test.step('a reset link requested too soon is requested once', async () => {
    await page.route('**/v1/reset-password/', (route) =>
      route.fulfill({ json: { sent: false, next_in: 40 } }),
    );
    await page.goto(url('/password_reset/'));
    await page.getByLabel('Email').fill('somebody@clinic.example');
    await button(page, 'Reset Password').click();
    await expect(page.getByRole('heading', { name: 'Link already requested' })).toBeVisible();
    await expect(button(page, 'Send again')).toBeDisabled();
  });

  await test.step('a new password by a link is sent once', async () => {
    await page.route('**/reset_password/validate_token/', (route) => route.fulfill({ json: {} }));
    const confirm = await held(page, '**/reset_password/confirm/', 'POST', {});
    await page.goto(url('/password-reset/some-token'));
    await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm new password').fill(PASSWORD);
    expect(await confirm.times(() => hurry(page, 'Save New Password'))).toBe(1);
    await expect(page).toHaveURL(url('/createNewPassword'));
  });

  await test.step('the activation mail is requested once', async () => {
    const resend = await held(page, '**/v1/auth/request-activate/', 'POST', PACE);
    await page.goto(url('/resend/MTU'));
    expect(await resend.times(() => hurry(page, 'Resend'))).toBe(1);
  });

  await test.step('sign-up, phone number and code are sent once', async () => {
    await page.goto(url('/signup?email=once@clinic.example&fname=Una&lname=Once'));
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
    for (const [name, choice] of [
      ['Role', 'Dental Lab'],
      ['Country', 'Germany'],
    ] as const) {
      await page.getByRole('combobox', { name }).click();
      await page.getByRole('option', { name: choice, exact: true }).click();
    }
    await page.getByRole('textbox', { name: /^Phone/ }).fill(someNumber());
    const sent = await held(page, '**/request-phone-verification/', 'POST', {});
    expect(await sent.times(() => hurry(page, 'Verify'))).toBe(1);
    const dialog = page.getByRole('dialog', { name: 'Verify your phone number' });
    await expect(dialog.getByRole('textbox').first()).toBeFocused();
    const tried = await held(page, '**/verify-phone-code/', 'POST', {});
    expect(await tried.times(() => page.keyboard.type('1234567'))).toBe(1);
    await expect(dialog).toBeHidden();

    const created = await held(page, '**/v1/auth/signup/', 'POST', { uid: 'MTU', next_in: 60 });
    expect(await created.times(() => hurry(page, 'Create Account'))).toBe(1);
    await expect(page).toHaveURL(url('/signupEmail'));
  });
});

test('forms of a signed-in person are sent once, however often they are submitted', async ({ browser }) => {
  const { page } = await newDentist(browser, { first: 'Olga', last: 'Once', at: '/profile' });
  await test.step('the profile is sent once', async () => {
    await page.getByLabel('First name').fill('Olga Maria');
    const saved = await held(page, '**/v1/user/edit/', 'PUT');
    expect(await saved.times(() => hurry(page, 'Save Changes'))).toBe(1);
    await page.getByRole('dialog', { name: 'Info' }).getByRole('button', { name: 'OK' }).click();
    await expect(page.getByRole('button', { name: 'Menu of Olga Maria Once' })).toBeVisible();
  });

  await test.step('the settings are sent once', async () => {
    await page.goto(url('/settings'));
    await page.getByText('Auto refresh', { exact: true }).click();
    const saved = await held(page, '**/v1/user/settings/', 'PUT');
    expect(await saved.times(() => hurry(page, 'Save Settings'))).toBe(1);
    await expect(page.getByText('Settings saved')).toHaveCount(1);
  });

  await test.step('a connection request is sent once', async () => {
    await page.goto(url('/connections'));
    await button(page, 'Create New Connection').first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill(`once-${Date.now()}@clinic.example`);
    await dialog.getByLabel('Message').fill('Please connect with us');
    await expect(button(page, 'Create Connection')).toBeEnabled();
    const asked = await held(page, '**/v1/connections/0/request/', 'POST');
    expect(await asked.times(() => hurry(page, 'Create Connection'))).toBe(1);
    await button(page, 'OK').click();
  });

  await test.step('a group is created once', async () => {
    await page.goto(url('/groups'));
    await button(page, 'Create New Group').first().click();
    await page.getByLabel('Group Name').fill('Once and for all');
    const made = await held(page, '**/v1/group/new/', 'POST');
    expect(await made.times(() => hurry(page, 'Create group'))).toBe(1);
    await expect(page.getByText('Once and for all').first()).toBeVisible();
  });

  await test.step('a password change is sent once', async () => {
    await page.goto(url('/changePassword'));
    await page.getByLabel('Old password').fill('three brown molars');
    await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm new password').fill(PASSWORD);
    const saved = await held(page, '**/v1/auth/change-password/', 'PUT');
    expect(await saved.times(() => hurry(page, 'Save New Password'))).toBe(1);
    await expect(page).toHaveURL(url('/createNewPassword'));
  });
});
