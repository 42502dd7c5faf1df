import { expect } from '@playwright/test';
import { findings } from '../support/axe.ts';
import { DEMO, newestMail, signIn, url } from '../support/people.ts';
import { test } from '../support/test.ts';

test('a clinic registers a scanner by mail; the rental manager locks one and its scans stay where they are', async ({
  browser,
}) => {
  const clinic = await signIn(browser, DEMO.secondDentist, { at: '/settings' });
  const { page } = clinic;
  // No other journey downloads from this clinic's cases. Each retry takes another unregistered scanner of the demo.
  const serial = ['RC-2501', 'RC-2502'][test.info().retry] ?? 'RC-2404';
  await page.getByRole('button', { name: 'Register a scanner' }).click();
  const form = page.getByRole('dialog', { name: 'Register a scanner' });
  await form.getByLabel('UDI or serial number').fill('RC-0000');
  await form.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(form.getByText(/^No scanner with this UDI or serial number is known/)).toBeVisible();
  await form.getByLabel('UDI or serial number').fill(` ${serial.toLowerCase()} `);
  await form.getByLabel('City').fill('Cambridge');
  await form.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(form.getByText(/^We have sent an email to/)).toBeVisible();
  await form.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText('Waiting for confirmation')).toBeVisible();
  const { text } = await newestMail(DEMO.secondDentist, /Confirm your scanner/);
  const link = /\/devices\/confirm-email\/\S+/.exec(text)?.[0] ?? '';
  await page.goto(url(link));
  await expect(page.getByRole('heading', { name: 'Device email confirmed' })).toBeVisible();

  await page.goto(url('/cases'));
  const opened = page.getByRole('article');
  const files = opened.getByRole('button', { name: 'Download All Files' });
  await expect(files).toBeVisible();

  const rental = await signIn(browser, 'rita.rental@cusp.example', { at: '/devices' });
  const devices = rental.page;
  const lock = devices.getByRole('checkbox', { name: /^Lock .*RC-2402/ });
  await lock.check();
  expect(await findings(devices)).toEqual([]);
  await devices.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(devices.getByText('Locks saved')).toBeVisible();

  // The clinic's page learns of it without reloading.
  await files.click();
  await expect(
    page.getByText('Download mesh data is not allowed for export management device').first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'OK' }).click();

  await lock.uncheck();
  await devices.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(lock).not.toBeChecked();
  await expect(devices.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await page.reload();
  const download = page.waitForEvent('download');
  await files.click();
  expect((await download).suggestedFilename()).toMatch(/\.zip$/);
});
