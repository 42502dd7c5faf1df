import { expect, type Page } from '@playwright/test';
import { takeBrowser } from '../support/browsers.ts';
import { DEMO_PASSWORD, signInAt, url } from '../support/people.ts';
import { expectSound } from '../support/screens.ts';
import { test } from '../support/test.ts';

async function giveReason(page: Page, reason: string, button: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: button }).click();
}

test('staff find a user, block and unblock them, and nobody signs in between', async ({ page, browser }) => {
  await signInAt(page, '/adm', 'stella.staff');
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Users' }).click();
  await page.getByRole('searchbox').fill('oskar.now');
  await page.getByRole('searchbox').press('Enter');
  await expect(page.getByRole('link', { name: 'Oskar Nowak' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Anna Berg' })).toHaveCount(0);
  // Rows of the earlier search are dimmed until those of this one are loaded.
  await expect(page.locator('[data-stale]')).toHaveCount(0);
  await expectSound(page);
  await page.getByRole('link', { name: 'Oskar Nowak' }).click();
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await giveReason(page, 'Lost laptop', 'Block');
  await expect(page.getByText(/^Blocked by Stella Staff/)).toBeVisible();
  await expectSound(page);

  const customer = await (await takeBrowser(browser)).newPage();
  await signInAt(customer, '/login', 'oskar.nowak');
  await expect(customer.getByText('This account is blocked. Please contact support.')).toBeVisible();

  await page.getByRole('button', { name: 'Unblock' }).click();
  await giveReason(page, 'Identity confirmed', 'Unblock');
  await expect(page.getByRole('button', { name: 'Block', exact: true })).toBeVisible();
  await customer.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await customer.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(customer).not.toHaveURL(url('/login'));
});
