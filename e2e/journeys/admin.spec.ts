import { expect, type Page } from '@playwright/test';
import { signIn, signInAt, uniqueName, url } from '../support/people.ts';
import { expectSound } from '../support/screens.ts';
import { test } from '../support/test.ts';

const NAVIGATION = { name: 'Administration' };

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Menu of/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(url('/adm'));
}

test('staff sign in at /adm, see their own pages, and register a lab', async ({ page }) => {
  await signInAt(page, '/adm', 'anna.berg');
  await expect(page.getByText('You do not have sufficient permissions to access this page.')).toBeVisible();
  await expectSound(page);

  // Labs are not theirs.
  await signInAt(page, '/adm', 'dana.device');
  const navigation = page.getByRole('navigation', NAVIGATION);
  await expect(navigation).toBeVisible();
  await expect(navigation.getByRole('link', { name: 'Labs' })).toHaveCount(0);
  await page.goto(url('/adm/labs'));
  await expect(navigation).toBeVisible();
  await expect(page).not.toHaveURL(url('/adm/labs'));
  await signOut(page);

  await signInAt(page, '/adm', 'stella.staff');
  await page.getByRole('navigation', NAVIGATION).getByRole('link', { name: 'Labs' }).click();
  await page.getByRole('link', { name: 'Register lab' }).click();
  const company = uniqueName('Aurora Dental');
  await page.getByRole('textbox', { name: 'Company', exact: true }).fill(company);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada');
  await page.getByLabel('Account email').fill(`${company.replaceAll(' ', '.')}@lab.example`.toLowerCase());
  await page.getByRole('combobox', { name: 'Country' }).fill('Germany');
  await page.getByRole('option', { name: 'Germany' }).click();
  await expectSound(page);
  await page.getByRole('button', { name: 'Save lab' }).click();
  await expect(page).toHaveURL(url('/adm/labs'));
  await page.getByRole('button', { name: `Remove: ${company}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('link', { name: company })).toHaveCount(0);
});

test('staff designate a connection, which the customer cannot remove until it is released', async ({
  browser,
  page,
}) => {
  const customer = await signIn(browser, 'sofia.marques@cusp.example', { at: '/connections' });
  const list = (name: string) => customer.page.getByRole('region', { name: new RegExp(`^${name}`) });
  await expect(list('Accepted Connections')).toContainText('Lena Hoff');

  await signInAt(page, '/adm', 'stella.staff');
  await page.getByRole('navigation', NAVIGATION).getByRole('link', { name: 'Connections' }).click();
  await page.getByLabel('Search connections').fill('marques lena');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Designate: Sofia Marques, Lena Hoff' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Designate' }).click();
  await expect(page.getByText('Designated', { exact: true })).toBeVisible();
  await expectSound(page);

  await expect(list('Designated Connection')).toContainText('Lena Hoff');
  await customer.page.getByRole('button', { name: 'Actions for Lena Hoff' }).click();
  await customer.page.getByRole('menuitem', { name: 'Remove' }).click();
  const answer = customer.page.getByRole('dialog');
  await expect(answer).toContainText('This is a designated connection. Only support can remove it');
  await answer.getByRole('button', { name: 'OK' }).click();

  await page.getByRole('button', { name: 'Release: Sofia Marques, Lena Hoff' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click();
  await expect(list('Designated Connection')).toHaveCount(0);
  await expect(list('Accepted Connections')).toContainText('Lena Hoff');
});
