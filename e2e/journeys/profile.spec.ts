import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { newDentist } from '../support/newcomer.ts';
import { DEMO, signIn, url } from '../support/people.ts';

const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' });
const firstName = (page: Page) => page.getByLabel('First name');
const ownMenu = (page: Page) => page.getByRole('button', { name: /^Menu of/ });

async function openFromMenu(page: Page, name: 'Edit Profile' | 'Personal Settings'): Promise<void> {
  await ownMenu(page).click();
  await page.getByRole('menuitem', { name }).or(page.getByRole('link', { name })).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** The Info dialog that tells of a saved profile. */
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

async function expectSound(page: Page, part = 'main'): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include(part).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

test('both screens are for signed-in people, and lead back to themselves', async ({ page }) => {
  for (const path of ['profile', 'settings']) {
    await page.goto(url(`/${path}`));
    await expect(page).toHaveURL(url(`/login?next=%2F${path}`));
  }
});

test('a name is changed, or left as it was', async ({ browser }) => {
  const { context, page } = await newDentist(browser, { first: 'Nora', last: 'Rename' });
  await openFromMenu(page, 'Edit Profile');
  await expect(page.getByLabel('Email')).toHaveValue('nora.rename@practice.example');
  await expect(page.getByLabel('Email')).not.toBeEditable();
  await expect(save(page)).toBeDisabled();

  await firstName(page).fill('Nobody');
  await expect(page.getByText('There are unsaved changes')).toBeVisible();
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
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Role' })).toHaveValue('Dental Lab');
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('South Korea');
  await expect(page.getByRole('textbox', { name: 'Institution' })).toHaveValue('Atelier & Söhne');

  await page.getByRole('link', { name: 'Change Password' }).click();
  await expect(page).toHaveURL(url('/changePassword'));
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL(url('/profile'));
  await context.close();
});

test('what is refused is told at its field, and nothing is lost', async ({ browser }) => {
  const { context, page } = await newDentist(browser, { first: 'Rita', last: 'Refused' });
  await page.goto(url('/profile'));
  const sent = savesOf(page);
  await firstName(page).fill(' ');
  await page.getByLabel('Address').fill('Hafenstraße 1');
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
  await expect(page.getByLabel('Address')).toHaveValue('Hafenstraße 1');
  await expectSound(page);

  await page.getByLabel('Phone').fill('');
  await page.route('**/heclore/v1/user/edit/', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await save(page).click();
  await expect(page.getByRole('alert')).toContainText('The profile was not saved');
  await page.unroute('**/heclore/v1/user/edit/');
  await save(page).click();
  await readInfo(page);
  await expect(page.getByRole('alert')).toBeHidden();
  await context.close();
});

test('a profile that cannot be loaded says so, and is asked for again', async ({ browser }) => {
  const { context, page } = await signIn(browser, DEMO.technician);
  const json = { code: 'internal', detail: '', request_id: 'request-7' };
  await page.route('**/heclore/v1/user/edit/', (route) => route.fulfill({ status: 500, json }));
  await openFromMenu(page, 'Edit Profile');
  await expect(page.getByRole('alert')).toContainText('request-7');
  await page.unroute('**/heclore/v1/user/edit/');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(firstName(page)).toHaveValue('Marco');
  await context.close();
});

test('the role of somebody in a share group is locked, with the reason', async ({ browser }) => {
  const { context, page } = await signIn(browser, DEMO.colleague);
  await page.goto(url('/profile'));
  const role = page.getByRole('combobox', { name: 'Role' });
  await expect(role).toHaveValue('Dental Clinic');
  await expect(role).not.toBeEditable();
  await expect(role).toHaveAccessibleDescription(
    'The role cannot be changed while you are in a share group.',
  );
  await role.click();
  await expect(page.getByRole('option')).toHaveCount(0);
  await context.close();
});

test('a social account has no name or password to change here', async ({ browser }) => {
  const { context, page } = await newDentist(browser, { first: 'Gus', last: 'Google' });
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
  await page.getByLabel('Address').fill('Hafenstraße 1');
  await save(page).click();
  expect((await sent).postData()).not.toContain('first_name');
  await readInfo(page);
  await context.close();
});

test('a picture is chosen, cut, shown and removed', async ({ browser }) => {
  const { context, page } = await newDentist(browser, { first: 'Pia', last: 'Picture' });
  await page.goto(url('/profile'));
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
  await context.close();
});

test('somebody without a storage region is asked before the country fixes it', async ({ browser }) => {
  const { context, page } = await newDentist(browser, { first: 'Rex', last: 'Region' });
  await page.route('**/heclore/v1/auth/check/**', async (route) => {
    const reply = await route.fetch();
    const json = await reply.json();
    Object.assign(json.user.settings, { data_loc_set: false, data_loc_set_date: null });
    await route.fulfill({ response: reply, json });
  });
  await page.goto(url('/settings'));
  await expect(page.getByText('Not assigned yet; it follows the country in your profile')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Edit Profile' }).click();
  await expect(page).toHaveURL(url('/profile?next=%2Fsettings'));
  const sent = savesOf(page);
  await page.getByRole('combobox', { name: 'Country' }).fill('united states');
  await page.getByRole('option', { name: 'United States', exact: true }).click();

  const ask = async (answer: 'OK' | 'Cancel') => {
    await save(page).click();
    const info = page.getByRole('dialog', { name: 'Info' });
    await expect(info).toContainText('From Jan 8th 2023');
    await info.getByRole('button', { name: 'OK' }).click();
    const question = page.getByRole('dialog', { name: 'Data storage region' });
    await expect(question).toContainText('(United States)');
    await question.getByRole('button', { name: answer }).click();
  };
  await ask('Cancel');
  await expect(save(page)).toBeEnabled();
  expect(sent).toEqual([]);
  await ask('OK');
  await readInfo(page);
  await expect(page).toHaveURL(url('/settings'));
  await expect(page.getByText(/^Assigned on \d/)).toBeVisible();
  await context.close();
});

test('settings are switched, found, left and saved', async ({ browser }) => {
  const { context, page } = await newDentist(browser, { first: 'Sara', last: 'Settings' });
  await openFromMenu(page, 'Personal Settings');
  const toggle = (name: string) => page.getByRole('switch', { name });
  const flip = (name: string) => page.getByText(name, { exact: true }).click();
  const saveAll = page.getByRole('button', { name: 'Save Settings' });
  await expect(page.getByRole('switch')).toHaveCount(5);
  await expect(toggle('Email when a comment is edited')).not.toBeChecked();
  await expect(saveAll).toBeDisabled();

  await flip('Email when a case is edited');
  await toggle('Email when a comment is edited').press('Space');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(toggle('Email when a case is edited')).toBeChecked();
  await expect(saveAll).toBeDisabled();

  const search = page.getByRole('textbox', { name: 'Search settings' });
  await search.fill('  COMMENT edited');
  await expect(page.getByRole('switch')).toHaveCount(1);
  await toggle('Email when a comment is edited').press('Space');
  await search.fill('parallel');
  await page.getByRole('combobox', { name: 'Projection' }).click();
  await page.getByRole('option', { name: 'Parallel' }).click();
  await search.fill('coffee');
  await expect(page.getByText('No setting fits the search')).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await flip('Auto refresh');

  const bodies: unknown[] = [];
  page.on('request', (request) => request.method() === 'PUT' && bodies.push(request.postDataJSON()));
  await saveAll.click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  expect(bodies).toEqual([{ comment_edit_email: true, _3d_projection: 'parallel', use_auto_refresh: false }]);
  await page.reload();
  await expect(toggle('Email when a comment is edited')).toBeChecked();
  await expect(toggle('Auto refresh')).not.toBeChecked();
  await expect(page.getByRole('combobox', { name: 'Projection' })).toHaveValue('Parallel');
  await expect(toggle('Email when a case is edited')).toBeChecked();

  await page.route('**/heclore/v1/user/settings/', (route) => route.abort());
  await flip('Auto refresh');
  await saveAll.click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(toggle('Auto refresh')).toBeChecked();
  await expect(saveAll).toBeEnabled();
  await context.close();
});

test('the language changes at once, keeps what is not saved, and stays', async ({ browser }) => {
  const { context, page } = await newDentist(browser, { first: 'Lia', last: 'Language' });
  await page.goto(url('/settings'));
  await page.getByText('Auto refresh', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: '한국어' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '개인 설정' })).toBeVisible();
  await expect(page.getByRole('switch', { name: '자동 새로고침' })).not.toBeChecked();
  await expect(page.getByRole('button', { name: '설정 저장' })).toBeEnabled();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: '개인 설정' })).toBeVisible();
  await expect(page.getByRole('switch', { name: '자동 새로고침' })).toBeChecked();
  await context.close();
});

for (const scheme of ['light', 'dark'] as const) {
  test(`both screens are sound at every width, ${scheme}`, async ({ browser }) => {
    const { context, page } = await signIn(browser, DEMO.lab);
    const heard: string[] = [];
    page.on('pageerror', (error) => heard.push(error.message));
    page.on('console', (message) => message.type() === 'error' && heard.push(message.text()));
    await page.emulateMedia({ colorScheme: scheme });
    for (const [path, control] of [
      ['profile', firstName(page)],
      ['settings', page.getByRole('switch').first()],
    ] as const) {
      await page.goto(url(`/${path}`));
      for (const width of [1440, 1024, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await expect(control).toBeVisible();
        await expectSound(page);
      }
    }
    expect(heard).toEqual([]);
    await context.close();
  });
}
