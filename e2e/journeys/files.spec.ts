import { randomBytes } from 'node:crypto';
import { expect, type Locator, test } from '@playwright/test';
import { findings } from '../support/axe.ts';
import { filePicker, jaws, type LocalFile, saved, sha256 } from '../support/files.ts';
import { DEMO, signIn, url } from '../support/people.ts';

/** Drops files from outside the page, as the browser tells it to the page. */
async function drop(onto: Locator, files: readonly LocalFile[]): Promise<void> {
  const transfer = await onto.page().evaluateHandle(
    (sent) => {
      const data = new DataTransfer();
      for (const { name, base64 } of sent) {
        const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
        data.items.add(new File([bytes], name));
      }
      return data;
    },
    files.map(({ name, buffer }) => ({ name, base64: buffer.toString('base64') })),
  );
  for (const event of ['dragenter', 'dragover', 'drop'])
    await onto.dispatchEvent(event, { dataTransfer: transfer });
}

test('a file that is dropped on a case is added once, on the field for files and beside it', async ({
  browser,
}) => {
  const { context, page } = await signIn(browser, DEMO.dentist);
  await page.goto(url('/cases?status=Open'));
  const opened = page.getByRole('article');
  const uploads = opened.getByRole('region', { name: 'Uploads' });
  const [upper, lower] = jaws(7, 500);
  await drop(opened.getByRole('button', { name: 'Drop files here or choose them' }), [upper]);
  await expect(uploads).toContainText('1 of 1 files uploaded');
  await uploads.getByRole('button', { name: 'Dismiss' }).click();
  await drop(opened.getByRole('region', { name: 'Comments' }), [lower]);
  await expect(uploads).toContainText('1 of 1 files uploaded');
  await context.close();
});

test('a line that is lost in the middle of an upload is waited for, and the file arrives whole; again it is a version', async ({
  browser,
}) => {
  const { context, page } = await signIn(browser, DEMO.dentist);
  await page.goto(url('/cases?status=Open'));
  const opened = page.getByRole('article');
  const uploads = opened.getByRole('region', { name: 'Uploads' });
  const name = `line-${Date.now()}.qcproject`;
  const scan = { name, mimeType: 'application/octet-stream', buffer: randomBytes(40 * 1024 * 1024) };

  // The second part is on its way when the line breaks.
  let parts = 0;
  await page.route('**/v1/uploads/*/', async (route) => {
    if (route.request().method() === 'PATCH' && ++parts === 2) {
      await context.setOffline(true);
      return route.abort('internetdisconnected');
    }
    return route.continue();
  });
  await filePicker(page).setInputFiles([scan]);
  await expect(uploads).toContainText('Waiting for the connection…');
  await context.setOffline(false);
  await expect(uploads).toContainText('1 of 1 files uploaded');
  expect(parts).toBe(4);
  await uploads.getByRole('button', { name: 'Dismiss' }).click();
  const download = () => opened.getByRole('link', { name: `Download ${name}`, exact: true }).click();
  expect(sha256(await saved(page, download))).toBe(sha256(scan.buffer));

  const next = { ...scan, buffer: randomBytes(1000) };
  await filePicker(page).setInputFiles([next]);
  const versions = opened.getByRole('button', { name: 'Version 2 · 1 earlier version' });
  await versions.click();
  const earlier = opened.getByRole('list', { name: `Earlier versions of ${name}` });
  await expect(earlier).toContainText('Version 1');
  const first = () => earlier.getByRole('link', { name: `Download ${name} (version 1)` }).click();
  expect(sha256(await saved(page, first))).toBe(sha256(scan.buffer));
  expect(sha256(await saved(page, download))).toBe(sha256(next.buffer));
  expect(await findings(page)).toEqual([]);
  await opened.getByRole('button', { name: `Delete ${name}`, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(versions).toBeHidden();
  await expect(opened.getByRole('link', { name: `Download ${name}`, exact: true })).toBeVisible();
  await context.close();
});
