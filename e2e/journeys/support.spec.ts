import { expect } from '@playwright/test';
import { DEMO, DEMO_PASSWORD, signIn, signInAt } from '../support/people.ts';
import { test } from '../support/test.ts';

test('a customer lets support in, and staff see the account without patients until they end it', async ({
  page,
  browser,
}) => {
  const customer = await signIn(browser, DEMO.secondDentist, { at: '/security' });
  const letInButton = customer.page.getByRole('button', { name: 'Let support in' });
  const takeBack = customer.page.getByRole('button', { name: 'Take back' });
  await expect(letInButton.or(takeBack)).toBeVisible();
  // An earlier attempt may have left its consent.
  if (await takeBack.isVisible()) await takeBack.click();
  await letInButton.click();
  await customer.page.getByRole('dialog').getByRole('button', { name: 'Let support in' }).click();
  await expect(customer.page.getByText(/^Support may enter until/)).toBeVisible();

  await signInAt(page, '/adm', 'stella.staff');
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Users' }).click();
  await page.getByRole('searchbox').fill('emily.carter');
  await page.getByRole('searchbox').press('Enter');
  await page.getByRole('link', { name: 'Emily Carter' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Support sessions' }).click();
  await page.getByLabel('What you need to look at').fill('Her newest case does not open');
  await page.getByRole('button', { name: 'Continue' }).click();
  const proof = page.getByRole('dialog');
  await proof.getByLabel('Your password').fill(DEMO_PASSWORD);
  await proof.getByRole('button', { name: 'Continue' }).click();
  const opening = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Open in a new tab' }).click();

  const tab = await opening;
  await expect(tab.getByText('support in the account of Emily Carter')).toBeVisible();
  await tab.getByRole('link', { name: 'Cases', exact: true }).click();
  await expect(tab.getByTitle('••• •••').first()).toBeVisible();
  await expect(tab.getByRole('link', { name: 'New case' })).toHaveCount(0);
  await tab.getByRole('button', { name: 'End', exact: true }).click();
  await expect(tab.getByRole('heading', { name: 'The support session has ended' })).toBeVisible();

  await customer.page.reload();
  await expect(customer.page.getByText(/^Stella Staff, /).first()).toBeVisible();
  await takeBack.click();
  await expect(letInButton).toBeVisible();
});
