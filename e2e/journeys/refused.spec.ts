import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_FILE_BYTES } from '@cusp/contract/file-types';
import { PAGES } from '@cusp/contract/pages';
import { expect } from '@playwright/test';
import { fillPatient } from '../support/case-form.ts';
import { filePicker } from '../support/files.ts';
import { DEMO, signIn } from '../support/people.ts';
import { test } from '../support/test.ts';

const small = (name: string, text: string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(text),
});

test('invalid files are listed with the reason, and nothing else is lost', async ({ browser }) => {
  const { page } = await signIn(browser, DEMO.secondDentist, { at: PAGES.newCase });
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
  await handle.truncate(MAX_FILE_BYTES + 1);
  await handle.close();
  await filePicker(page).setInputFiles(large);
  await expect(refusals).toContainText('Larger than 200 MB');
  await rm(large);

  // Its name is fine, so only the server can detect it.
  await filePicker(page).setInputFiles(small('photo.png', '<html><script>alert(1)</script></html>'));
  const uploads = page.getByRole('region', { name: 'Uploads', exact: true });
  await expect(uploads.getByRole('listitem').filter({ hasText: 'photo.png' })).toContainText(/content/i);
  await expect(attachments).not.toContainText('photo.png');
  await expect(attachments).toContainText('letter.pdf');
  await expect(page.getByLabel('Last name')).toHaveValue('Refused');
});
