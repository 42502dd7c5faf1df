import { expect } from '@playwright/test';
import { png } from '../../server/src/testing/pictures.ts';
import { findings } from '../support/axe.ts';
import { DEMO, signIn } from '../support/people.ts';
import { test } from '../support/test.ts';

test('a phone scans the code of a case, adds a photo and a comment, and is disconnected', async ({
  browser,
}) => {
  const { page } = await signIn(browser, DEMO.colleague, { at: '/cases?status=Open' });
  const opened = page.getByRole('article');
  await expect(opened).toBeVisible();
  const made = page.waitForResponse((reply) => reply.url().endsWith('/v1/auth/otp/'));
  await opened.getByRole('button', { name: 'Add photos with your phone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add photos with your phone' });
  await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible();
  expect(await findings(page, { part: '[role=dialog]' })).toEqual([]);
  const { url } = (await (await made).json()) as { url: string };

  const visit = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const phone = await visit.newPage();
  const asked: string[] = [];
  phone.on('request', (request) => asked.push(request.url()));
  await phone.goto(url);
  await expect(phone.getByRole('heading', { level: 1 })).toBeVisible();
  expect(asked.join(' ')).not.toContain(new URL(url).hash.slice(1));
  const connected = dialog.getByRole('region', { name: 'Connected phones' });
  await expect(connected.getByRole('listitem')).toHaveCount(1);

  const photo = { name: 'image.png', mimeType: 'image/png', buffer: png({ width: 8, height: 8 }) };
  // The upload waits for a lost connection without choosing the photo again.
  await phone.route(/\/v1\/handoff\/photos\/\?/, (route) => route.abort(), { times: 1 });
  await phone.locator('input[type=file]').setInputFiles([photo]);
  await expect(phone.getByText('Added', { exact: true })).toBeVisible();
  await expect(phone.getByRole('img', { name: /^photo-.*-1\.png$/ })).toBeVisible();
  await phone.locator('input[type=file]').setInputFiles([{ ...photo, buffer: Buffer.from('no picture') }]);
  await expect(phone.getByRole('button', { name: 'Try again' })).toBeVisible();
  await phone.getByLabel('Your comment').fill('Shade photo of 11, in daylight');
  await phone.getByRole('button', { name: 'Post' }).dblclick();
  await expect(phone.getByRole('region', { name: 'Comments' }).getByText('Shade photo of 11')).toHaveCount(1);
  expect(await findings(phone)).toEqual([]);
  // The code is used up, and a reload does not need it.
  await phone.reload();
  await expect(phone.getByRole('button', { name: 'Take or choose photos' })).toBeVisible();
  const second = await visit.newPage();
  await second.goto(url);
  await expect(second.getByText('This code no longer works')).toBeVisible();

  await connected.getByRole('button', { name: /^Disconnect/ }).click();
  await expect(connected).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(opened.getByText(/^photo-.*-1\.png$/).first()).toBeVisible();
  await expect(opened.getByText('Shade photo of 11, in daylight')).toBeVisible();
  await phone.reload();
  await expect(phone.getByText('This phone is not connected')).toBeVisible();
  await visit.close();
});
