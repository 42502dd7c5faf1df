import { expect, type Page } from '@playwright/test';
import { newDentist } from '../support/newcomer.ts';
import { url } from '../support/people.ts';
import { answerLeaving, expectSound, openFromMenu, ownMenu } from '../support/screens.ts';
import { test } from '../support/test.ts';

const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' });
const firstName = (page: Page) => page.getByLabel('First name');
/** Closes the dialog that confirms a saved profile. */
async function readInfo(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Info' });
  await expect(dialog).toContainText('Profile has been changed successfully');
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(dialog).toBeHidden();
}

test('a name is changed, or left as it was', async ({ browser }) => {
  const { context, page, email } = await newDentist(browser, { first: 'Nora', last: 'Rename', at: '/' });
  const other = await context.newPage();
  await other.goto(url('/profile'));
  await expect(firstName(other)).toHaveValue('Nora');
  await openFromMenu(page, 'Edit Profile');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByLabel('Email')).not.toBeEditable();
  await expect(save(page)).toBeDisabled();

  await firstName(page).fill('Nobody');
  await expect(page.getByText('There are unsaved changes')).toBeVisible();
  await test.step('leaving with unsaved changes asks first: by a link, by Back and by closing the tab', async () => {
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await answerLeaving(page, 'Cancel');
    await page.evaluate(() => history.back());
    await answerLeaving(page, 'Cancel');
    await expect(page).toHaveURL(url('/profile'));
    await expect(firstName(page)).toHaveValue('Nobody');
    const asked = page.waitForEvent('dialog');
    const closing = page.close({ runBeforeUnload: true });
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await Promise.all([closing, question.dismiss()]);
    await page.evaluate(() => history.back());
    await answerLeaving(page, 'Leave');
    await expect(page).toHaveURL(url('/dashboard'));
    await page.goForward();
    await expect(firstName(page)).toHaveValue('Nora');
    await firstName(page).fill('Nobody');
  });
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(firstName(page)).toHaveValue('Nora');
  await expect(save(page)).toBeDisabled();

  await firstName(page).fill('  Eleonora ');
  await page.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Dental Lab' }).click();
  await page.getByRole('combobox', { name: 'Country' }).fill('korea');
  await page.getByRole('option', { name: 'South Korea' }).click();
  await page.getByRole('textbox', { name: 'Institution' }).fill('Atelier & Söhne');
  const address = page.getByRole('combobox', { name: 'Address' });
  await address.fill('Hafen');
  await expect(page.getByRole('option')).toHaveText(['12 Quay Street, Dublin', 'Hafen 1, Hamburg']);
  await expect(page.getByText('Google Maps')).toBeVisible();
  await address.press('ArrowDown');
  await address.press('ArrowDown');
  await address.press('Enter');
  await expect(address).toHaveValue('Hafen 1, Hamburg');
  await save(page).click();
  await readInfo(page);
  await expect(page).toHaveURL(url('/profile'));
  await expect(firstName(page)).toHaveValue('Eleonora');
  await expect(save(page)).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Menu of Eleonora Rename' })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Menu of Eleonora Rename' })).toBeVisible();
  await expect(firstName(other)).toHaveValue('Eleonora');
  await other.close();
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Role' })).toHaveValue('Dental Lab');
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('South Korea');
  await expect(page.getByRole('textbox', { name: 'Institution' })).toHaveValue('Atelier & Söhne');

  await page.getByRole('link', { name: 'Change Password' }).click();
  await expect(page).toHaveURL(url('/changePassword'));
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL(url('/profile'));
});

test('a picture is chosen, cropped, shown and removed', async ({ browser }) => {
  const { page } = await newDentist(browser, { first: 'Pia', last: 'Picture', at: '/profile' });
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
  const shown = ownMenu(page).locator('img');
  await choose('letter.png', 'image/png', Buffer.from('no picture'));
  await expect(page.getByRole('alert')).toContainText('The picture must be a PNG or JPEG file.');

  await choose('face.png', 'image/png', await page.screenshot());
  const crop = page.getByRole('dialog', { name: 'Crop picture' });
  await crop.getByRole('slider', { name: 'Zoom' }).press('ArrowRight');
  await expectSound(page, '[role=dialog]');
  await crop.getByRole('button', { name: 'Use picture' }).click();
  await expect(crop).toBeHidden();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Choose picture' })).toBeVisible();

  await choose('face.png', 'image/png', await page.screenshot());
  await crop.getByRole('button', { name: 'Use picture' }).click();
  await save(page).click();
  await readInfo(page);
  await expect(shown).toBeVisible();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await save(page).click();
  await readInfo(page);
  await expect(shown).toBeHidden();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Choose picture' })).toBeVisible();
  await expect(shown).toBeHidden();
});
