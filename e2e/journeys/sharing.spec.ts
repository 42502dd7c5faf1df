import { expect } from '@playwright/test';
import { unzip } from '../../server/src/testing/unzip.ts';
import { findings } from '../support/axe.ts';
import { takeMore } from '../support/case-form.ts';
import { saved, sha256 } from '../support/files.ts';
import { DEMO, signIn } from '../support/people.ts';
import { test } from '../support/test.ts';

test('a case is shared by a link, viewed without an account, and the link is revoked', async ({
  browser,
}) => {
  const { page } = await signIn(browser, DEMO.colleague, { at: '/cases?status=Closed' });
  const opened = page.getByRole('article');
  await expect(opened).toBeVisible();
  // Uses a case without links, so that a retry takes another one.
  const cases = page.getByRole('region', { name: 'Case list' }).getByRole('listitem');
  const chosen = cases.nth(test.info().retry).getByRole('link').first();
  await chosen.click();
  // Until the chosen case is shown, the menu belongs to the previous one.
  const number = /\/cases\/([^?]+)/.exec((await chosen.getAttribute('href')) ?? '')?.[1] ?? '';
  await expect(opened.getByText(number, { exact: true }).first()).toBeVisible();
  const patient = await opened.getByRole('heading', { level: 2 }).first().innerText();
  const dialog = page.getByRole('dialog', { name: /^Share case/ });
  const share = async (recipient: string, allows: string) => {
    await dialog.getByLabel('For whom').fill(recipient);
    await dialog.locator('form').getByText(allows, { exact: true }).click();
    // A double click creates one link.
    await dialog.getByRole('button', { name: 'Create link' }).dblclick();
    const link = await dialog.getByLabel('Link', { exact: true }).inputValue();
    // The link, shown only once, is still there after closing the dialog.
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(opened.getByRole('button', { name: 'More actions' })).toBeFocused();
    await takeMore(page, 'Share');
    await expect(dialog.getByLabel('Link', { exact: true })).toHaveValue(link);
    await dialog.getByRole('button', { name: 'Done' }).click();
    return link;
  };
  await takeMore(page, 'Share');
  await expect(dialog.getByText('No links yet')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opened.getByRole('button', { name: 'More actions' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Share' }).press('Enter');
  const toSee = await share('Dr. Far', 'View only');
  const toTake = await share('Milling centre', 'View and download');
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  expect(await findings(page, { part: '[role=dialog]' })).toEqual([]);

  const visit = await browser.newContext({ locale: 'de-DE', viewport: { width: 1440, height: 900 } });
  const guest = await visit.newPage();
  const asked: string[] = [];
  guest.on('request', (request) => {
    if (request.isNavigationRequest()) asked.push(`${request.url()} ${request.headers().referer ?? ''}`);
  });
  await guest.goto(toSee);
  await expect(guest.getByRole('heading', { level: 1, name: /^Fall / })).toBeVisible();
  await guest.getByRole('combobox', { name: 'Sprache' }).selectOption('en');
  await expect(guest.getByText('View only')).toBeVisible();
  // One level below the title, also in a case without a note.
  await expect(guest.getByRole('heading', { level: 2, name: 'Teeth and restorations' })).toBeVisible();
  await expect(guest.getByRole('img', { name: 'Preview of the scans' })).toBeVisible();
  await expect(guest.getByRole('button', { name: /^Show .*\.png$/ })).toBeVisible();
  await expect(guest.getByRole('button', { name: /^Download/ })).toHaveCount(0);
  await expect(guest.getByText(patient)).toHaveCount(0);
  expect(await findings(guest)).toEqual([]);
  await guest.getByRole('button', { name: /^Show .*\.png$/ }).click();
  const preview = guest.getByRole('dialog');
  await expect(preview.getByRole('button', { name: 'Original size' })).toBeEnabled();
  // The preview offers neither a download nor a new tab.
  await expect(preview.getByRole('link')).toHaveCount(0);
  await expect(preview.getByRole('button', { name: 'Download' })).toHaveCount(0);
  await guest.keyboard.press('Escape');
  await expect(preview).toBeHidden();
  const light = guest.waitForResponse((reply) => /share\/files\/\d+\/light\//.test(reply.url()));
  await guest.getByRole('button', { name: 'Show 3D' }).click();
  expect((await light).status()).toBe(200);
  await expect(guest.getByRole('button', { name: 'Reset orientation' })).toBeEnabled({ timeout: 60_000 });
  // Browsers do not send the hash to a server.
  expect(asked.join()).not.toContain(toSee.split('#')[1] ?? '');

  const other = await visit.newPage();
  await other.goto(toTake);
  const scan = other.getByRole('button', { name: /^Download .*\.(ply|stl)$/ }).first();
  const bytes = await saved(other, () => scan.click());
  expect(bytes.length).toBeGreaterThan(1000);
  const all = other.getByRole('button', { name: 'Download All Files' });
  const entries = await unzip(await saved(other, () => all.click()));
  expect(entries.map(({ bytes: each }) => sha256(each))).toContain(sha256(bytes));

  // The creator sees the opening while the dialog is open, and revokes the link.
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Dr. Far' })).toContainText('opened 1 time');
  await dialog.getByRole('button', { name: 'Revoke the link for Dr. Far' }).click();
  await page
    .getByRole('dialog', { name: 'Revoke this link?' })
    .getByRole('button', { name: 'Revoke' })
    .click();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Dr. Far' })).toContainText('Revoked');
  await guest.reload();
  await expect(guest.getByRole('heading', { name: 'This link was revoked' })).toBeVisible();
  await visit.close();

  await page.keyboard.press('Escape');
  const history = opened.getByRole('region', { name: 'History' });
  for (const line of [
    'Paul Weiß revoked the link for Dr. Far',
    'Visitor with a link downloaded 1 file',
    'Visitor with a link downloaded all files',
    'Visitor with a link opened the case; the link is for Dr. Far',
    'Paul Weiß shared the case by a link for Dr. Far',
  ])
    await expect(history.getByRole('listitem').filter({ hasText: line })).toBeVisible();
  // Live updates arrive without reloading.
  await opened.getByRole('textbox', { name: 'Write a comment …' }).fill('Shared and done.');
  await opened.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(history.getByRole('listitem').filter({ hasText: 'Shared and done.' })).toBeVisible();
});
