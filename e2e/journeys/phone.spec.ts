import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { newDentist } from '../support/newcomer.ts';
import { newestMail, url } from '../support/people.ts';
import { codeSentTo, otherThan, someNumber } from '../support/phone.ts';
import { expectSound } from '../support/screens.ts';
import { test } from '../support/test.ts';

const PASSWORD = 'four quiet rivers';
const phoneField = (page: Page) => page.getByRole('textbox', { name: /^Phone/ });
const create = (page: Page) => page.getByRole('button', { name: 'Create Account' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Verify your phone number' });
const digits = (page: Page) => dialog(page).getByRole('textbox');

async function fillIn(page: Page, email: string): Promise<void> {
  await page.goto(url(`/signup?email=${encodeURIComponent(email)}&fname=Nora&lname=Winter`));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
  for (const [name, choice] of [
    ['Role', 'Dental Lab'],
    ['Country', 'Germany'],
  ] as const) {
    await page.getByRole('combobox', { name }).click();
    await page.getByRole('option', { name: choice, exact: true }).click();
  }
}

test('signing up with a phone number verified by a code', async ({ page }) => {
  const email = `nora.winter.${randomUUID().slice(0, 8)}@lab.example`;
  const phone = someNumber();
  await fillIn(page, email);
  await expect(create(page)).toBeEnabled();

  await test.step('a phone number must be verified before signing up', async () => {
    await phoneField(page).fill(phone.replace('+49 89 ', '089/'));
    await expect(create(page)).toBeDisabled();
    await page.getByRole('combobox', { name: 'Address' }).press('Enter');
    await expect(page.getByRole('alert')).toHaveText('Please verify your phone number.');
    await expect(phoneField(page)).toHaveValue(phone);
  });

  await test.step('a wrong code shows an error, and the dialog waits for another', async () => {
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    await expect(dialog(page)).toContainText('Enter the 6-digit code');
    await expect(digits(page).first()).toBeFocused();
    await expectSound(page, '[role=dialog]');
    await page.keyboard.type(otherThan(await codeSentTo(phone)));
    await expect(dialog(page).getByRole('alert')).toHaveText('The verification code is incorrect.');
    await expect(digits(page).first()).toHaveAttribute('aria-invalid', 'true');
    await expect(digits(page).first()).toBeFocused();
    await expect(digits(page).first()).toHaveValue('');
  });

  await test.step('the right code submits itself and locks the number', async () => {
    await page.keyboard.type(await codeSentTo(phone));
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Verified' })).toBeDisabled();
    await expect(phoneField(page)).not.toBeEditable();
    await expect(phoneField(page)).toBeFocused();
    await expectSound(page);
    await page.getByRole('button', { name: 'Change number' }).click();
    await expect(phoneField(page)).toBeEditable();
    await phoneField(page).fill('+49 89 1');
    await expect(create(page)).toBeDisabled();
    await phoneField(page).fill(phone);
    await expect(page.getByRole('button', { name: 'Verified' })).toBeVisible();
  });

  await create(page).click();
  await expect(page).toHaveURL(url('/signupEmail'));
  expect((await newestMail(email)).subject).toContain('Activate');

  await test.step('the next page shows the email address and when the mail can be sent again', async () => {
    await expect(page.getByText(email)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send again' })).toBeDisabled();
    await expect(page.getByText(/^The next email can be sent in \d+ seconds?\.$/)).toBeVisible();
    await expectSound(page);
    await page.reload();
    await expect(page.getByText(email)).toBeVisible();
  });

  await test.step('a wrong email address leads back to the form', async () => {
    await page.getByRole('link', { name: 'Wrong address?' }).click();
    await expect(page).toHaveURL(url('/signup'));
  });
});

test('a code can be sent again after 30 seconds, and can be pasted', async ({ browser }) => {
  const page = await browser.newPage();
  const phone = someNumber();
  await page.clock.install();
  await page.goto(url('/signup'));
  await phoneField(page).fill(phone);
  const now = () => page.evaluate(() => Date.now());
  const before = await now();
  await phoneField(page).press('Enter');
  const wait = dialog(page).getByText(/^A new code can be sent in \d+ s/);
  await expect(wait).toBeVisible();
  const after = await now();
  // Stops the clock, so that the test can check every second.
  const stop = after + 5000;
  await page.clock.pauseAt(stop);
  const left = Number(/\d+/.exec(await wait.innerText())?.[0]);
  expect(stop + left * 1000).toBeGreaterThanOrEqual(before + 30_000);
  expect(stop + (left - 1) * 1000).toBeLessThanOrEqual(after + 30_000);
  await page.clock.fastForward((left - 1) * 1000);
  await expect(wait).toHaveText(/ 1 s/);
  const again = dialog(page).getByRole('button', { name: 'Send code again' });
  await expect(again).toBeHidden();
  await page.clock.fastForward(1000);
  await expect(dialog(page).getByRole('status')).toHaveText('You can have the code sent again now.');
  await page.clock.resume();

  // The server’s own 30 seconds are not over yet.
  await again.click();
  await expect(dialog(page).getByRole('alert')).toHaveText(
    /^Failed to send verification code\. Too many requests\. Please try again in \d+ seconds?\.$/,
  );
  await page.route('**/request-phone-verification/', (route) => route.fulfill({ json: {} }));
  await again.click();
  await expect(dialog(page).getByRole('status')).toHaveText('A new code has been sent.');
  await expect(wait).toBeVisible();

  const code = await codeSentTo(phone);
  await digits(page)
    .first()
    .evaluate(
      (input, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', text);
        input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      },
      ` ${code.slice(0, 3)} ${code.slice(3)}\n`,
    );
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Verified' })).toBeVisible();
  await page.close();
});

test('an impossible number shows an error, and no code is sent', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('phone') && asked.push(request.url()));
  await page.goto(url('/signup'));
  await phoneField(page).fill('12');
  await phoneField(page).press('Enter');
  await expect(page.getByText('Enter a phone number with its country code', { exact: false })).toBeVisible();
  await expect(phoneField(page)).toHaveAttribute('aria-invalid', 'true');
  expect(asked.filter((address) => address.includes('/auth/'))).toEqual([]);
});

test('the profile accepts another number once it is verified by a code', async ({ browser }) => {
  const { page } = await newDentist(browser, {
    first: 'Philippa',
    last: 'Number',
    phone: someNumber(),
    at: '/profile',
  });
  const phone = someNumber();
  const verified = page.getByRole('button', { name: 'Verified' });
  const verify = page.getByRole('button', { name: 'Verify', exact: true });
  const save = page.getByRole('button', { name: 'Save Changes' });
  await expect(verified).toBeDisabled();

  await phoneField(page).fill(phone);
  await verify.click();
  await expect(digits(page).first()).toBeFocused();
  await page.keyboard.type(await codeSentTo(phone));
  await expect(dialog(page)).toBeHidden();
  await expect(phoneField(page)).not.toBeEditable();
  await save.click();
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
  await expect(phoneField(page)).toBeEditable();

  await page.reload();
  await expect(phoneField(page)).toHaveValue(phone);
  await expect(verified).toBeDisabled();
});
