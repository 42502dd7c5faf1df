import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { scratchFolder } from '@cusp/local-postgres/scratch-folder';
import { type BrowserContext, chromium, expect, type Page, test } from '@playwright/test';
import { BROWSER_ARGS, findHeadlessBrowser } from '../support/browser.ts';
import { asPerson, DEMO, signInAt, uniqueName, url } from '../support/people.ts';

/** Files of a folder that contain one of the texts, as UTF-8 or as UTF-16. */
async function filesWith(folder: string, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name)).catch(() => Buffer.alloc(0));
    if (texts.some((text) => bytes.includes(text) || bytes.includes(text, 0, 'utf16le')))
      found.push(entry.name);
  }
  return found;
}

interface Row {
  id: number;
  no: string;
  case: { pat_lastname: string };
  status: { code: string };
}

let folder = '';
let context: BrowserContext;
let page: Page;
/** Files of the pages that were missing without a connection. */
const lostFiles: string[] = [];
test.beforeAll(async () => {
  folder = await scratchFolder('cusp-offline-');
  // A profile on the disk, like that of a person's browser.
  context = await chromium.launchPersistentContext(folder, {
    executablePath: await findHeadlessBrowser(),
    args: BROWSER_ARGS,
    locale: 'en-US',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    serviceWorkers: 'allow',
  });
  page = await context.newPage();
  page.on('requestfailed', (request) => {
    const isLost = request.failure()?.errorText !== 'net::ERR_ABORTED';
    if (isLost && new URL(request.url()).pathname.startsWith('/assets/')) lostFiles.push(request.url());
  });
});
test.afterAll(async () => {
  await context.close();
  await rm(folder, { recursive: true, force: true });
});

const openRow = async ({ no, case: { pat_lastname } }: Row) => {
  await page.locator(`a[href="/cases/${no}"]`).click();
  await expect(page.locator('#case-title')).toContainText(pat_lastname);
};

/** Whether the middle of an element is in the window and not covered. */
const isOnTop = (element: Element): boolean => {
  const { left, top, width, height } = element.getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, top + height / 2);
  return found !== null && (element.contains(found) || found.contains(element));
};

const databases = () => page.evaluate(() => indexedDB.databases().then((all) => all.map(({ name }) => name)));

test('cases are read and changed without a connection, and a sign-out leaves nothing of them on the disk', async () => {
  const { posts } = await asPerson<{ posts: Row[] }>(DEMO.secondDentist, 'GET', '/cases/');
  const theirs = posts.find(({ status }) => status.code === 'OPEN' || status.code === 'READ') as Row;
  const comment = uniqueName('From the cellar');

  await signInAt(page, '/login', 'marco.rossi');
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto(url('/settings'));
  await page.getByRole('switch', { name: 'Keep my last 20 cases on this device' }).click({ force: true });
  await page.getByRole('link', { name: 'Cases' }).first().click();
  await expect.poll(databases).toEqual(['cusp-offline']);
  await expect(page.locator(`a[href="/cases/${theirs.no}"]`)).toBeVisible();
  await page.waitForLoadState('networkidle');

  await test.step('a photo from the share sheet waits for a click, and leaves no draft if it is discarded', async () => {
    const share = await context.newPage();
    await share.goto(url('/cases'));
    // The share sheet submits this form.
    await share.evaluate(async () => {
      const form = document.createElement('form');
      form.method = 'post';
      form.enctype = 'multipart/form-data';
      form.action = '/share-target';
      const field = document.createElement('input');
      field.type = 'file';
      field.name = 'files';
      const canvas = new OffscreenCanvas(40, 30);
      canvas.getContext('2d')?.fillRect(0, 0, 20, 30);
      const data = new DataTransfer();
      data.items.add(new File([await canvas.convertToBlob()], 'shade.png', { type: 'image/png' }));
      field.files = data.files;
      form.append(field);
      document.body.append(form);
      form.submit();
    });
    const offer = share.getByText('1 file from your phone');
    await expect(offer).toBeVisible();
    await expect(share.getByText('shade.png')).toBeVisible();
    await expect(share.getByRole('button', { name: 'Add to a new case' })).toBeVisible();
    // A draft would move the rows of lists that other journeys measure.
    await share.getByRole('button', { name: 'Discard', exact: true }).click();
    await expect(offer).toBeHidden();
    await share.close();
  });
  await test.step('read', async () => {
    await context.setOffline(true);
    await expect(page.getByText(/^20 cases are kept on this device/)).toBeVisible();
    await page.getByRole('button', { name: /^Menu of/ }).click();
    await page.getByRole('link', { name: 'Help' }).click();
    await expect(page.getByRole('link', { name: 'Send a case' }).first()).toBeVisible();
    await page.goBack();
    await openRow(theirs);
  });
  await test.step('write', async () => {
    await page.getByRole('textbox', { name: /comment/ }).fill(comment);
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await expect(page.getByText(/^Waits to be sent/)).toBeVisible();
    // On a phone the case scrolls with the page, below bars that stay.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByText(comment).evaluate((entry) => entry.scrollIntoView({ block: 'center' }));
    for (const part of [page.getByText('You are offline.'), page.locator('#case-title')])
      await expect.poll(() => part.evaluate(isOnTop)).toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Start work' }).click();
    await expect(page.getByText('2 changes wait to be sent.')).toBeVisible();
  });
  await test.step('conflict', async () => {
    await asPerson(DEMO.secondDentist, 'PUT', `/cases/${theirs.id}/status/`, { action: 'CLSD' });
    await context.setOffline(false);
    await expect(page.getByText('1 change was not accepted.')).toBeVisible();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(/has changed the status to Closed/)).toBeVisible();
    await expect(dialog.getByText(comment)).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByText(comment)).toBeVisible();
  });
  await test.step('nothing readable on the disk, and a cold start without a connection shows nothing', async () => {
    const texts = [theirs.case.pat_lastname, comment];
    expect(await filesWith(folder, texts)).toEqual([]);
    const showsNothing = async () => {
      await context.setOffline(true);
      await page.goto(url('/cases'));
      await expect(page.getByText('You are offline.')).toBeVisible();
      await expect(page.getByText(theirs.case.pat_lastname)).toHaveCount(0);
    };
    await showsNothing();
    await context.setOffline(false);
    await page.goto(url('/cases'));
    await expect.poll(databases).toContain('cusp-offline');
    await context.setOffline(true);
    await page.getByRole('button', { name: /^Menu of/ }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Email').waitFor();
    await expect.poll(databases).not.toContain('cusp-offline');
    await context.setOffline(false);
    // The session ends as soon as the server can be reached.
    await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).not.toContain('cusp');
    await showsNothing();
    expect(lostFiles).toEqual([]);
    await context.close();
    expect(await filesWith(folder, texts)).toEqual([]);
  });
});
