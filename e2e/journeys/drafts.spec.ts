import { PAGES } from '@cusp/contract/pages';
import { expect, type Page } from '@playwright/test';
import { chooseRecipient, fillPatient, orderCrown } from '../support/case-form.ts';
import { DEMO, signIn, uniqueName, url } from '../support/people.ts';
import { test } from '../support/test.ts';

const isSaved = (page: Page) => expect(page.getByText(/^Saved \S*\d/)).toBeVisible();

test('a draft is restored after its tab was closed', async ({ browser }) => {
  const clinic = await signIn(browser, DEMO.secondDentist);
  const last = uniqueName('Closing');
  await clinic.page.goto(url(PAGES.newCase));
  await fillPatient(clinic.page, { first: 'Nora', last });
  await chooseRecipient(clinic.page, 'Lena Hoff');
  await orderCrown(clinic.page);
  await clinic.page.getByLabel('Date of birth').fill('02/29/1980');
  await clinic.page.getByLabel('Note', { exact: true }).fill('Kept without a button.');
  await isSaved(clinic.page);
  await clinic.page.close();

  const page = await clinic.context.newPage();
  await page.goto(url('/cases'));
  await page
    .getByRole('region', { name: 'Drafts' })
    .getByRole('link', { name: `Nora ${last}` })
    .click();
  await expect(page.getByLabel('Last name')).toHaveValue(last);
  await expect(page.getByLabel('Date of birth')).toHaveValue('02/29/1980');
  await expect(page.getByLabel('Note', { exact: true })).toHaveValue('Kept without a button.');
  await expect(page.getByLabel('Send to').and(page.locator('input'))).toHaveValue(/Lena Hoff/);
  const rows = page.getByRole('list', { name: 'Restorations' });
  await expect(rows).toContainText('Crown');
  await expect(rows.getByRole('listitem')).toHaveText(/^1Crown.*16$/);
});
