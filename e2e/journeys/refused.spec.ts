import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FILE_MAX_BYTES } from '@cusp/contract/file-types';
import { PAGES } from '@cusp/contract/pages';
import { expect } from '@playwright/test';
import { fillPatient } from '../support/case-form.ts';
import { filePicker } from '../support/files.ts';
import { asPerson, DEMO, signIn, uniqueName } from '../support/people.ts';
import { test } from '../support/test.ts';

const CLINIC = DEMO.secondDentist;
const small = (name: string, text: string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(text),
});

/** The first case in a person's list. */
async function caseOf(username: string): Promise<{ id: number; no: string }> {
  const { posts } = await asPerson<{ posts: { id: number; no: string }[] }>(username, 'GET', '/cases/');
  const [first] = posts;
  if (!first) throw new Error(`${username} has no case`);
  return first;
}

test('invalid files are listed with the reason, and nothing else is lost', async ({ browser }) => {
  const { page } = await signIn(browser, CLINIC, { at: PAGES.newCase });
  await fillPatient(page, { first: 'Ada', last: 'Refused' });
  await filePicker(page).setInputFiles([
    small('setup.exe', 'MZ'),
    small('nothing.stl', ''),
    small('letter.pdf', '%PDF-1.4\n%%EOF\n'),
  ]);
  const refusals = page.getByRole('alert').filter({ hasText: 'not added' });
  await expect(refusals).toContainText('setup.exe');
  await expect(refusals).toContainText('File type not allowed');
  await expect(refusals).toContainText('nothing.stl');
  await expect(refusals).toContainText('Empty file');
  const attachments = page.getByRole('region', { name: 'Attachments' });
  await expect(attachments).toContainText('letter.pdf');
  await expect(attachments).not.toContainText('setup.exe');

  const large = join(tmpdir(), `upper-${process.pid}.stl`);
  const handle = await open(large, 'w');
  await handle.truncate(FILE_MAX_BYTES + 1);
  await handle.close();
  await filePicker(page).setInputFiles(large);
  await expect(refusals).toContainText('Larger than 200 MB');
  await rm(large);

  // Its name is fine, so only the server can tell.
  await filePicker(page).setInputFiles(small('photo.png', '<html><script>alert(1)</script></html>'));
  const uploads = page.getByRole('region', { name: 'Uploads', exact: true });
  await expect(uploads.getByRole('listitem').filter({ hasText: 'photo.png' })).toContainText(/content/i);
  await expect(attachments).not.toContainText('photo.png');
  await expect(attachments).toContainText('letter.pdf');
  await expect(page.getByLabel('Last name')).toHaveValue('Refused');
});

test('a comment that could not be posted stays in the form, and is posted once', async ({ browser }) => {
  const { no } = await caseOf(CLINIC);
  const { page } = await signIn(browser, CLINIC, { at: `/cases/${no}` });
  const comments = '**/heclore/v1/cases/*/comment/';
  await page.route(comments, (route) => route.abort());
  await page.getByRole('button', { name: 'Post a Comment' }).first().click();
  const text = page.getByRole('textbox', { name: 'Add your comment' });
  const words = `Please mind the contact to 17, ${uniqueName('Ada')}.`;
  await text.fill(words);
  const dialog = page.getByRole('dialog', { name: 'Add your comment' });
  await dialog.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(text).toHaveValue(words);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Post a Comment' }).first().click();
  await expect(text).toHaveValue(words);
  await page.unroute(comments);
  await dialog.getByRole('button', { name: 'Post', exact: true }).click();
  const listed = page.getByRole('region', { name: 'Comments' }).getByText(words);
  await expect(listed).toHaveCount(1);
});

test('a status that somebody else changed meanwhile shows who did, and the new status', async ({
  browser,
}) => {
  // A lab whose cases no other journey changes.
  const { page } = await signIn(browser, DEMO.secondLab, { at: '/cases?status=Open' });
  const menu = page.getByRole('button', { name: 'Status: Open' });
  await expect(menu).toBeVisible();
  await page.route('**/v1/cases/*/status/', (route) =>
    route.fulfill({ status: 409, json: { code: 'action_not_open', detail: '', request_id: 'x' } }),
  );
  await menu.click();
  await page.getByRole('menuitem', { name: 'In Progress' }).click();
  await expect(page.getByText('Somebody else has changed the status. It is now: Open.')).toBeVisible();
  await expect(menu).toBeVisible();
});
