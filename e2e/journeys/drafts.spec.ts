import { PAGES } from '@cusp/contract/pages';
import { expect, type Page } from '@playwright/test';
import { chooseRecipient, fillCase, fillPatient, orderCrown, send } from '../support/case-form.ts';
import { DEMO, type Person, signIn, uniqueName, url } from '../support/people.ts';
import { test } from '../support/test.ts';

const CLINIC = DEMO.secondDentist;
const isSaved = (page: Page) => expect(page.getByText(/^Saved \S*\d/)).toBeVisible();

/** A saved draft of a patient, open in a tab. */
async function begin(clinic: Person, last: string): Promise<void> {
  await clinic.page.goto(url(PAGES.newCase));
  await fillPatient(clinic.page, { first: 'Nora', last });
  await expect(clinic.page).toHaveURL(/\/cases\/new\/\d+$/);
  await isSaved(clinic.page);
}

test('a draft is restored after its tab was closed', async ({ browser }) => {
  const clinic = await signIn(browser, CLINIC);
  const last = uniqueName('Closing');
  await begin(clinic, last);
  await chooseRecipient(clinic.page, 'Lena Hoff');
  await orderCrown(clinic.page);
  const birth = clinic.page.getByLabel('Date of birth');
  await birth.fill('02/30/1980');
  await birth.blur();
  await expect(clinic.page.getByRole('alert')).toHaveText('“02/30/1980” is not a possible date.');
  await birth.fill('02/29/1980');
  await birth.blur();
  await expect(clinic.page.getByText('is not a possible date')).toHaveCount(0);
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

test('a contradictory order cannot be sent until the contradiction is confirmed as intended', async ({
  browser,
}) => {
  const { page } = await signIn(browser, CLINIC);
  await fillCase(page, { patient: { first: 'Nora', last: uniqueName('Doubtful') }, recipient: 'Lena Hoff' });
  const panel = page.getByRole('complementary', { name: 'Completeness' });
  const birth = page.getByLabel('Date of birth');
  for (const [typed, words] of [
    ['02/30/1980', '“02/30/1980” is not a possible date.'],
    ['01/01/2090', 'The date of birth is in the future'],
  ] as const) {
    await birth.fill(typed);
    await birth.blur();
    await expect(panel).toContainText(`1 contradiction${words}`);
    await expect(panel).not.toContainText('Ready to send');
  }
  await birth.fill('');
  await birth.blur();
  await expect(panel).toContainText('Ready to send');

  await page
    .getByRole('textbox', { name: 'Shade', exact: true })
    .or(page.getByRole('combobox', { name: 'Shade', exact: true }))
    .fill('A3a3');
  await expect(panel).toContainText('No usual shade guide has this shade: A3a3');
  await page.getByRole('checkbox', { name: 'Yes, exactly this shade is meant' }).check();
  await expect(panel).toContainText('Ready to send');
  await send(page);
  await expect(page.getByText('Confirmed by the sender: unusual shade')).toBeVisible();
});

test('a draft that cannot be saved says so, and is saved after reconnecting', async ({ browser }) => {
  const clinic = await signIn(browser, CLINIC);
  const { page } = clinic;
  await begin(clinic, 'Offline');
  await page.route('**/v1/drafts/**', (route) => route.abort());
  await page.getByLabel('Last name').fill('Online');
  await expect(page.getByText('Not saved – retrying')).toBeVisible();
  await page.unroute('**/v1/drafts/**');
  await isSaved(page);
  await page.reload();
  await expect(page.getByLabel('Last name')).toHaveValue('Online');
});

test('editing a draft in two tabs asks the second one which version to keep', async ({ browser }) => {
  const clinic = await signIn(browser, CLINIC);
  const first = clinic.page;
  await begin(clinic, 'Twice');
  const second = await clinic.context.newPage();
  await second.goto(first.url());
  await expect(second.getByLabel('Last name')).toHaveValue('Twice');

  const saved = first.waitForResponse((reply) => reply.request().method() === 'PUT' && reply.ok());
  await first.getByLabel('Note', { exact: true }).fill('From the first tab.');
  await saved;
  await second.bringToFront();
  await second.getByLabel('Last name').fill('Again');
  const asked = second.getByRole('dialog', { name: 'Changed in another window' });
  await expect(asked).toBeVisible();
  await asked.getByRole('button', { name: 'Load the other version' }).click();
  await expect(second.getByLabel('Note', { exact: true })).toHaveValue('From the first tab.');
  await expect(second.getByLabel('Last name')).toHaveValue('Twice');
});

test('a double click sends one case', async ({ browser }) => {
  const clinic = await signIn(browser, CLINIC);
  const { page } = clinic;
  const patient = { first: 'Nora', last: uniqueName('Doubleclick') };
  await fillCase(page, { patient, recipient: 'Lena Hoff' });
  await page.getByRole('button', { name: 'Send case' }).dblclick();
  await page.waitForURL(/\/cases\/\d+-\w+$/);
  await page.goto(url('/cases'));
  const rows = page
    .getByRole('region', { name: 'Case list' })
    .getByRole('link', { name: new RegExp(`^Nora ${patient.last}`) });
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Drafts' }).getByText(`Nora ${patient.last}`)).toBeHidden();
});
