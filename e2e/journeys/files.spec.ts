import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { expect, type Locator } from '@playwright/test';
import { findings } from '../support/axe.ts';
import { filePicker, jaws, type LocalFile, pdf, saved, sha256 } from '../support/files.ts';
import { DEMO, signIn, url } from '../support/people.ts';
import { test } from '../support/test.ts';

/** Drops files on an element, with the events of a browser. */
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

test('a dropped file is added once, on the drop zone and next to it', async ({ browser }) => {
  const { page } = await signIn(browser, DEMO.dentist, { at: '/cases?status=Open' });
  const opened = page.getByRole('article');
  const uploads = opened.getByRole('region', { name: 'Uploads', exact: true });
  const [upper, lower] = jaws(7, 500);
  await drop(opened.getByRole('button', { name: 'Drop files here or choose them' }), [upper]);
  await expect(uploads).toContainText('1 of 1 files uploaded');
  await uploads.getByRole('button', { name: 'Dismiss' }).click();
  await drop(opened.getByRole('region', { name: 'Comments' }), [lower]);
  await expect(uploads).toContainText('1 of 1 files uploaded');
  await uploads.getByRole('button', { name: 'Dismiss' }).click();

  // The class of a scan is guessed from its name and can be corrected.
  await opened.getByRole('button', { name: 'Details of scan-upper.stl', exact: true }).click();
  const details = page.getByRole('dialog').filter({ hasText: 'SHA-256' });
  await expect(details).toContainText('Upper jaw guessed from the name');
  await details.getByRole('button', { name: 'Correct what scan-upper.stl shows' }).click();
  await details.getByLabel('Kind').selectOption('preop');
  // Only the dialog, because the preview behind it may arrive during the check and shift the page.
  expect(await findings(page, { part: '[role=dialog]' })).toEqual([]);
  await details.getByRole('button', { name: 'Save' }).click();
  await expect(details).toContainText('Pre-op scan, Upper jaw set by hand');
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();

  // Canceling an upload removes it from the server too, and the next file in the queue is not sent.
  await page.route('**/uploads/*/', (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
  });
  const onItsWay = page.waitForRequest((request) => request.method() === 'PATCH');
  const givenUp = page.waitForResponse((reply) => reply.request().method() === 'DELETE');
  await drop(opened.getByRole('region', { name: 'Comments' }), [
    pdf('canceled.pdf', 'a'),
    pdf('behind.pdf', 'b'),
  ]);
  await onItsWay;
  await uploads.getByRole('button', { name: 'Cancel' }).click();
  expect((await givenUp).status()).toBe(204);
  await expect(uploads.getByText('Operation canceled by the user.')).toHaveCount(2);
  await uploads.getByRole('button', { name: 'Dismiss' }).click();
  await expect(opened.getByRole('region', { name: 'Attachments' })).not.toContainText('canceled.pdf');
});

test('an upload survives a lost connection, and uploading the same name again makes a version', async ({
  browser,
}, testInfo) => {
  const { context, page } = await signIn(browser, DEMO.dentist, { at: '/cases?status=Open' });
  const opened = page.getByRole('article');
  const uploads = opened.getByRole('region', { name: 'Uploads', exact: true });
  const name = `line-${Date.now()}.qcproject`;
  const scan = randomBytes(6 * 1024 * 1024);
  const path = testInfo.outputPath(name);
  await writeFile(path, scan);

  // The file has two parts; the connection breaks during the second.
  let parts = 0;
  await page.route('**/uploads/*/', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    parts += 1;
    if (parts !== 2) return route.continue();
    await context.setOffline(true);
    await route.abort('internetdisconnected');
  });
  await filePicker(page).setInputFiles(path);
  await expect(uploads).toContainText('Waiting for the connection…');
  await context.setOffline(false);
  await expect(uploads).toContainText('1 of 1 files uploaded');
  expect(parts).toBe(3);
  await page.unroute('**/uploads/*/');
  await uploads.getByRole('button', { name: 'Dismiss' }).click();
  const download = () => opened.getByRole('link', { name: `Download ${name}`, exact: true }).click();
  expect(sha256(await saved(page, download))).toBe(sha256(scan));

  const next = { name, mimeType: 'application/octet-stream', buffer: randomBytes(1000) };
  await filePicker(page).setInputFiles([next]);
  const row = opened
    .getByRole('region', { name: 'Attachments' })
    .getByRole('listitem')
    .filter({ hasText: name });
  const versions = row.getByRole('button', { name: 'Version 2 · 1 earlier version' });
  await filePicker(page).setInputFiles([next]);
  await expect(uploads).toContainText('Already here, unchanged');
  await versions.click();
  const earlier = opened.getByRole('list', { name: `Earlier versions of ${name}` });
  await expect(earlier).toContainText('Version 1');
  const first = () => earlier.getByRole('link', { name: `Download ${name} (version 1)` }).click();
  expect(sha256(await saved(page, first))).toBe(sha256(scan));
  expect(sha256(await saved(page, download))).toBe(sha256(next.buffer));
  await page.mouse.move(0, 0);
  await expect(page.getByRole('tooltip')).toBeHidden();
  expect(await findings(page)).toEqual([]);
  await opened.getByRole('button', { name: `Delete ${name}`, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(versions).toBeHidden();
  await expect(opened.getByRole('link', { name: `Download ${name}`, exact: true })).toBeVisible();
});

test('an upload interrupted by closing the page is offered again and resumes', async ({
  browser,
}, testInfo) => {
  const { context, page } = await signIn(browser, DEMO.dentist, { at: '/cases?status=Open' });
  const name = `closed-${Date.now()}.qcproject`;
  const scan = randomBytes(9 * 1024 * 1024);
  const path = testInfo.outputPath(name);
  await writeFile(path, scan);
  let parts = 0;
  await page.route('**/uploads/*/', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    parts += 1;
    // Later parts fail immediately, because a delayed request may still be sent while its page closes.
    if (parts === 1) await route.continue();
    else await route.abort('connectionfailed');
  });
  await filePicker(page).setInputFiles(path);
  await expect.poll(() => parts).toBeGreaterThan(1);
  const address = page.url();
  await page.close();

  const again = await context.newPage();
  await again.goto(address);
  const unfinished = again.getByRole('region', { name: 'Unfinished uploads' });
  await expect(unfinished).toContainText(/of 9\.4 MB received\. Choose the file again to continue\./);
  expect(await findings(again)).toEqual([]);
  const chooser = again.waitForEvent('filechooser');
  await unfinished.getByRole('button', { name: `Choose file: ${name}` }).click();
  await (await chooser).setFiles(path);
  await expect(again.getByRole('region', { name: 'Uploads', exact: true })).toContainText(
    '1 of 1 files uploaded',
  );
  await expect(unfinished).toBeHidden();
  const download = () => again.getByRole('link', { name: `Download ${name}`, exact: true }).click();
  expect(sha256(await saved(again, download))).toBe(sha256(scan));
});

test('PDF files open in the page, and the order prints in the language of the page', async ({ browser }) => {
  const { context, page } = await signIn(browser, DEMO.dentist, { at: '/cases?status=InProgress' });
  const opened = page.getByRole('article');
  const dialog = page.getByRole('dialog');
  const drawn = dialog.locator('.textLayer');
  const broken = { ...pdf('broken.pdf', ''), buffer: Buffer.from('%PDF-1.4\nnothing more') };
  await drop(opened.getByRole('region', { name: 'Comments' }), [pdf('report.pdf', 'Shade report'), broken]);
  await expect(opened.getByRole('region', { name: 'Uploads', exact: true })).toContainText(
    '2 of 2 files uploaded',
  );
  await opened.getByRole('switch', { name: 'Only PDF' }).check();
  const listed = opened.getByRole('region', { name: 'Attachments' }).getByRole('listitem');
  await expect(listed).toHaveCount(2);

  await listed.filter({ hasText: 'report.pdf' }).getByRole('button', { name: 'Show report.pdf' }).click();
  await expect(drawn).toContainText('Shade report');
  expect(await findings(page, { part: '[role=dialog]' })).toEqual([]);
  await page.keyboard.press('ArrowLeft');
  await expect(dialog.getByRole('alert')).toContainText('This PDF is damaged and cannot be shown.');
  await expect(dialog.getByRole('link', { name: 'Download broken.pdf' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(
    listed.filter({ hasText: 'report.pdf' }).getByRole('button', { name: 'Show report.pdf' }),
  ).toBeFocused();
  const number = await opened
    .getByText(/^\d{4}-[0-9A-Z]{7}$/)
    .first()
    .innerText();
  await context.addCookies([{ name: 'cusp_language', value: 'ko', url: url('/') }]);
  await page.reload();
  await opened.getByRole('button', { name: '추가 작업' }).click();
  await page.getByRole('menuitem', { name: '인쇄용 주문서' }).click();
  await expect(drawn).toContainText(`주문 ${number}`);
  await expect(drawn).toContainText('치아 및 보철물');
});
