import { expect, type Page } from '@playwright/test';
import { fillCase, send } from '../support/case-form.ts';
import { jaws } from '../support/files.ts';
import { DEMO, signIn, uniqueName, url } from '../support/people.ts';
import { test } from '../support/test.ts';

const stage = (page: Page) => page.getByRole('dialog', { name: '3D viewer' });
const letter = (page: Page) => stage(page).locator('[data-side="L"]');
const question = (page: Page) => stage(page).getByText('Not sure. Turn the model and mark the front');

async function openScans(page: Page, no: string): Promise<void> {
  await page.goto(url(`/cases/${no}`));
  await page.getByRole('button', { name: 'Show 3D' }).click();
}

test('an orientation marked by one side appears live for the other', async ({ browser }) => {
  const clinic = await signIn(browser, DEMO.dentist);
  const lab = await signIn(browser, DEMO.lab);
  // The names do not say which jaw it is.
  const [, lower] = jaws(3, 4_000);
  const patient = { first: 'Vera', last: uniqueName('Front') };
  const files = [{ ...lower, name: 'scan-a.stl' }];
  await fillCase(clinic.page, { patient, recipient: 'Lena Hoff', files, scansFollow: true });
  const no = await send(clinic.page);
  await openScans(clinic.page, no);
  await openScans(lab.page, no);
  for (const { page } of [clinic, lab]) {
    await expect(question(page)).toBeVisible({ timeout: 90_000 });
    await expect(letter(page)).toBeHidden();
  }
  const mark = stage(clinic.page).getByRole('button', { name: 'Mark the front' });
  const layer = stage(clinic.page).getByRole('button', { name: 'Show other scans' });
  await layer.click();
  await mark.click();
  await expect(stage(clinic.page).getByRole('alert')).toHaveText(
    'All scans are hidden. Show one to mark the front.',
  );
  await layer.click();
  await mark.click();
  for (const { page } of [clinic, lab]) {
    await expect(letter(page)).toBeVisible();
    await expect(question(page)).toBeHidden();
  }
  await stage(lab.page).getByRole('button', { name: 'Mark it again' }).click();
  await stage(lab.page).getByRole('button', { name: 'Remove the mark' }).click();
  for (const { page } of [clinic, lab]) {
    await expect(question(page)).toBeVisible();
    await expect(letter(page)).toBeHidden();
  }
});
