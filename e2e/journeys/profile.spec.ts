import { expect, type Page } from '@playwright/test';
import { newDentist } from '../support/newcomer.ts';
import { DEMO, signIn, url } from '../support/people.ts';
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

function savesOf(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()));
  return sent;
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
    await expectSound(page, '[role=dialog]');
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
    await page.getByRole('link', { name: 'Cases', exact: true }).click();
    await answerLeaving(page, 'Leave');
    await expect(page).toHaveURL(/\/cases/);
    await openFromMenu(page, 'Edit Profile');
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

test('a refused value shows an error at its field, and nothing is lost', async ({ browser }) => {
  const { page } = await newDentist(browser, { first: 'Rita', last: 'Refused', at: '/profile' });
  const sent = savesOf(page);
  await firstName(page).fill(' ');
  await page.getByRole('combobox', { name: 'Address' }).fill('Hafenstraße 1');
  await page.keyboard.press('Tab');
  await save(page).click();
  await expect(page.getByRole('alert')).toContainText('Please enter all required items.');
  await expect(page.getByText('This field may not be blank')).toBeVisible();
  await expect(firstName(page)).toBeFocused();
  expect(sent).toEqual([]);

  await firstName(page).fill('Rita');
  await page.getByLabel('Phone').fill('none');
  await page.getByLabel('Phone').blur();
  await expect(page.getByText('Enter a phone number with its country code, such as')).toBeVisible();
  await save(page).click();
  await expect(page.getByRole('alert')).toContainText('The profile was not saved');
  await expect(page.getByRole('combobox', { name: 'Address' })).toHaveValue('Hafenstraße 1');
  await expectSound(page);

  await page.getByLabel('Phone').fill('');
  await test.step('an address is completed by keyboard, and stays as typed without suggestions', async () => {
    const address = page.getByRole('combobox', { name: 'Address' });
    await address.fill('Hafen');
    await expect(page.getByRole('option')).toHaveText(['12 Quay Street, Dublin', 'Hafen 1, Hamburg']);
    await expect(page.getByText('Google Maps')).toBeVisible();
    await expectSound(page);
    await address.press('ArrowDown');
    await address.press('ArrowDown');
    await address.press('Enter');
    await expect(address).toHaveValue('Hafen 1, Hamburg');
    await expect(page.getByRole('option')).toHaveCount(0);
    await page.route('**/v1/auth/addresses/', (route) => route.fulfill({ status: 500, json: {} }));
    const refused = page.waitForResponse(
      (reply) => reply.url().includes('addresses') && reply.status() === 500,
    );
    await address.fill('Hafenstraße 1');
    await refused;
    await expect(page.getByRole('option')).toHaveCount(0);
    await expect(address).not.toHaveAttribute('aria-invalid', 'true');
  });
  await page.route('**/heclore/v1/user/edit/', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await save(page).click();
  await expect(page.getByRole('alert')).toContainText('The profile was not saved');
  await page.unroute('**/heclore/v1/user/edit/');
  await save(page).click();
  await readInfo(page);
  await expect(page.getByRole('alert')).toBeHidden();
});

test('the role of a group member is locked with a reason', async ({ browser }) => {
  const { page } = await signIn(browser, DEMO.colleague, { at: '/profile' });
  const role = page.getByRole('combobox', { name: 'Role' });
  await expect(role).toHaveValue('Dental Clinic');
  await expect(role).not.toBeEditable();
  await expect(role).toHaveAccessibleDescription('The role cannot be changed while you are in a group.');
  await role.click();
  await expect(page.getByRole('option')).toHaveCount(0);
});

test('a social account has no name or password to change here', async ({ browser }) => {
  const { page } = await newDentist(browser, { first: 'Gus', last: 'Google' });
  await page.route('**/heclore/v1/user/edit/', async (route) => {
    if (route.request().method() === 'PUT') return route.continue();
    const reply = await route.fetch();
    await route.fulfill({ response: reply, json: { ...(await reply.json()), social_provider: 'google' } });
  });
  await page.goto(url('/profile'));
  await expect(page.getByText('You sign in with Google; name and password are kept there.')).toBeVisible();
  for (const label of ['First name', 'Last name', 'Email'])
    await expect(page.getByLabel(label)).not.toBeEditable();
  await expect(page.getByRole('link', { name: 'Change Password' })).toBeHidden();
  await expectSound(page);
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await page.getByRole('combobox', { name: 'Address' }).fill('Hafenstraße 1');
  await page.keyboard.press('Tab');
  await save(page).click();
  expect((await sent).postData()).not.toContain('first_name');
  await readInfo(page);
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
