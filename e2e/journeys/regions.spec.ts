import { expect, type Page } from '@playwright/test';
import { NEWCOMER_PASSWORD } from '../support/newcomer.ts';
import { test } from '../support/test.ts';
import { type Site, startTwoRegions } from '../support/two-regions.ts';

const EMAIL = 'greta.falk@praxis.example';
let regions: Awaited<ReturnType<typeof startTwoRegions>>;
test.beforeAll(async () => {
  regions = await startTwoRegions();
});
test.afterAll(() => regions.stop());

const choose = async (page: Page, field: string, choice: string) => {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: choice, exact: true }).click();
};
const signIn = async (page: Page, at: Site) => {
  await page.goto(`${at.url}/login`);
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(NEWCOMER_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};
const mailsOf = async (site: Site) => (await site.mails()).filter(({ to }) => to.includes(EMAIL));

test('a German dentist signs up at the US site, lives in the EU, arrives there from anywhere, and moves', async ({
  page,
}) => {
  const { us, eu } = regions;

  await page.goto(`${us.url}/login`);
  await page.getByRole('link', { name: 'Create Account' }).click();
  await page.getByLabel('First name').fill('Greta');
  await page.getByLabel('Last name').fill('Falk');
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(NEWCOMER_PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(NEWCOMER_PASSWORD);
  await choose(page, 'Role', 'Dental Clinic');
  await choose(page, 'Country', 'Germany');
  await page.getByRole('button', { name: 'Create Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Data storage region' });
  await expect(dialog).toContainText('Germany: European Union');
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL(/\/signupEmail$/);
  // The mail comes from the region that stores the account; the other one stores nothing about it.
  await expect.poll(() => mailsOf(eu)).toHaveLength(1);
  expect(await mailsOf(us)).toEqual([]);
  const [mail] = await mailsOf(eu);
  const link = /https?:\/\/\S+\/activate\/[^\s>"]+/.exec(mail?.text ?? '')?.[0] ?? '';
  expect(link).toContain(eu.url);
  await page.goto(link);
  await expect(page.getByRole('link', { name: 'Home' })).toBeVisible();

  // Signing in at the wrong site ends at the right one, and the button leads between them.
  await signIn(page, us);
  await expect(page).toHaveURL(new RegExp(`^${eu.url}/dashboard`));
  await page.goto(`${us.url}/login`);
  await page.getByRole('link', { name: 'Go to the EU site' }).click();
  await expect(page).toHaveURL(new RegExp(`^${eu.url}/`));

  await page.goto(`${eu.url}/settings`);
  await page.getByRole('link', { name: 'Move to another region' }).click();
  await expect(page).toHaveURL(`${eu.url}/data-region`);
  await choose(page, 'Country', 'United States');
  await page.getByLabel('I have read what moves and what stays.').check();
  await page.getByRole('button', { name: 'Move my data' }).click();
  const proof = page.getByRole('dialog', { name: 'Move my data' });
  await proof.getByLabel('Your password').fill(NEWCOMER_PASSWORD);
  await proof.getByRole('button', { name: 'Move my data' }).click();
  await expect(page.getByText(/^\d+ %$/)).toBeVisible();
  // The session here ends with the move, and the same sign-in leads to the new home.
  await expect.poll(() => mailsOf(us), { timeout: 60_000 }).toHaveLength(1);
  await signIn(page, eu);
  await expect(page).toHaveURL(new RegExp(`^${us.url}/dashboard`));
  await page.goto(`${us.url}/data-region`);
  await expect(page.getByText(/^Data migration completed/)).toBeVisible();
});
