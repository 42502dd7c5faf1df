import { ADM_PATHS, PAGES } from '@cusp/contract/pages';
import { expect, type Page } from '@playwright/test';
import { findings, findingsAt, LOOKS, setLook } from '../support/axe.ts';
import { orderCrown } from '../support/case-form.ts';
import { DEMO, signIn, signInAt, url } from '../support/people.ts';
import { move } from '../support/screens.ts';
import { test } from '../support/test.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { name }).first();

/**
 * Opens each screen, waits for its heading, and checks it with axe in the next of the looks, because a check takes
 * longer than anything else here; `npm run axe` checks every screen in every look. Reports all findings together.
 */
async function lookAt(page: Page, screens: readonly (readonly [path: string, heading: string])[]) {
  for (const [at, [path, name]] of screens.entries()) {
    const look = LOOKS[at % LOOKS.length] ?? LOOKS[0];
    await setLook(page, look);
    await (at === 0 ? page.goto(url(path)) : move(page, path));
    await expect(heading(page, name)).toBeVisible();
    expect.soft(await findingsAt(page, look), `${path} at ${look.join(' ')}`).toEqual([]);
  }
}

test('axe: sign-in, sign-up and password screens', async ({ page }) => {
  await lookAt(page, [
    [PAGES.login, 'Sign in'],
    // Opened by hand, the pages that confirm a success redirect to their form.
    [PAGES.signupEmail, 'Create Account'],
    [PAGES.passwordLink, 'Password assistance'],
    ['/password-reset/none', 'Token expired'],
    [PAGES.createNewPassword, 'Password assistance'],
    ['/resend/MTU', 'Your account is not activated yet'],
    ['/activate/MTU/none', 'Account activation link invalid'],
    ['/no/such/page', 'not found'],
  ]);
  await page.goto(url(PAGES.signup));
  await page.getByLabel('Email').fill('no address');
  await page.keyboard.press('Tab');
  await expect(page.locator('[aria-invalid=true]')).toBeVisible();
  expect(await findings(page)).toEqual([]);
});

test('axe: the screens of a signed-in person', async ({ browser }) => {
  const { page } = await signIn(browser, DEMO.dentist);
  await lookAt(page, [
    [PAGES.dashboard, 'Dashboard'],
    [PAGES.cases, 'Comments and history'],
    [PAGES.newCase, 'New case'],
    [PAGES.connections, 'Accepted Connections'],
    [PAGES.groups, 'Group'],
    [PAGES.settings, 'Settings'],
    [PAGES.profile, 'Profile'],
    [PAGES.security, 'Security'],
    [PAGES.changePassword, 'Change Password'],
  ]);
  for (const path of ['/connections/accept/MTU/none?sid=VVM', '/sharegroup/accept/MTU/none?sid=VVM']) {
    await page.goto(url(path));
    await expect(page.getByRole('dialog').getByRole('button', { name: 'OK' })).toBeVisible();
    expect.soft(await findingsAt(page, LOOKS[0]), path).toEqual([]);
  }
});

test('axe: the screens of staff', async ({ page }) => {
  await signInAt(page, '/adm', 'stella.staff');
  await expect(heading(page, 'New each day')).toBeVisible();
  await lookAt(page, [
    [ADM_PATHS.dashboard, 'New each day'],
    [ADM_PATHS.users, 'Users'],
    [`${ADM_PATHS.userLocations}?country=DE`, 'Users in Germany'],
    [ADM_PATHS.cases, 'Cases'],
    [ADM_PATHS.connections, 'Connections'],
    [ADM_PATHS.labs, 'Labs'],
    [ADM_PATHS.newLab, 'Register lab'],
    [ADM_PATHS.tickets, 'Tickets'],
    [ADM_PATHS.support, 'Support sessions'],
  ]);
});

test('axe: the screens of device managers', async ({ page }) => {
  await signInAt(page, '/adm', 'dana.device');
  await expect(heading(page, 'Registrations')).toBeVisible();
  await lookAt(page, [
    [ADM_PATHS.registrations, 'Registrations'],
    [ADM_PATHS.devices, 'Devices'],
    [ADM_PATHS.factoryRegistration, 'Factory registration'],
    [ADM_PATHS.partnerFeatures, 'Partner features'],
  ]);
});

test('axe: dialogs and menus above a screen', async ({ browser }) => {
  const { page } = await signIn(browser, DEMO.dentist, { at: '/' });
  const look = async (what: string) => expect.soft(await findings(page), what).toEqual([]);

  await page.getByRole('button', { name: /^Menu of/ }).click();
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await look('user menu');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeHidden();
  // By keyboard, and with the mouse elsewhere, so that no tooltip appears during the check.
  await page.mouse.move(720, 450);
  await page.getByRole('button', { name: 'Expand panel' }).press('Enter');
  await look('wide panel');

  // A demo case that no journey changes, with both jaws.
  await move(page, `${PAGES.cases}?status=Closed`);
  await page.getByRole('button', { name: /^Filters/ }).click();
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
  await look('filters');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Post a Comment' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Add your comment' })).toBeVisible();
  await look('comment');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Show 3D' }).click();
  const stage = page.getByRole('dialog', { name: '3D viewer' });
  await expect(stage.getByRole('button', { name: /^Show / }).first()).toBeVisible({ timeout: 120_000 });
  await look('viewer');
  const toolsMenu = stage.getByRole('button', { name: 'Tools' });
  await expect(toolsMenu).toBeEnabled({ timeout: 120_000 });
  await toolsMenu.click();
  await stage.getByRole('menuitemcheckbox', { name: 'Occlusal contacts' }).press('Enter');
  const contacts = stage.getByRole('region', { name: 'Occlusal contacts' });
  await expect(contacts.getByRole('img', { name: 'Colours from' })).toBeVisible();
  await expect(contacts.getByText('mm²')).toHaveCount(2, { timeout: 120_000 });
  await look('contact map');
  await toolsMenu.click();
  await stage.getByRole('menuitemcheckbox', { name: 'Occlusal contacts' }).press('Enter');
  await expect(contacts).toBeHidden();

  await page.goto(url(PAGES.newCase));
  await orderCrown(page);
  await page.getByRole('button', { name: 'Send case' }).focus();
  await look('restoration');
});
