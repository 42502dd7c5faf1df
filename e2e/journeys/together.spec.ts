import { expect, type Page } from '@playwright/test';
import { NEWCOMER_PASSWORD, newDentist } from '../support/newcomer.ts';
import { newestMail, url } from '../support/people.ts';
import { expectSound } from '../support/screens.ts';
import { test } from '../support/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const region = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Records which pages of a browser open an event stream from now on. */
function linesOf(page: Page): string[] {
  const lines: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/heclore/events/')) lines.push(request.url());
  });
  return lines;
}

test('two colleagues form a group and leave it, both live, and an invitation opened by another account finds its way', async ({
  browser,
}) => {
  const owner = await newDentist(browser, { first: 'Ines', last: 'Together', at: '/groups' });
  const mate = await newDentist(browser, { first: 'Max', last: 'Together', at: '/' });
  const { email } = mate;
  const menu = mate.page.getByRole('button', { name: /^Menu of Max Together/ });

  await test.step('an invitation is counted at the group, not at the connections', async () => {
    const { page } = owner;
    await button(page, 'Create New Group').click();
    await page.getByLabel('Group Name').fill('Together');
    await button(page, 'Create group').click();
    await button(page, 'Invite member').click();
    await expect(button(page, 'Send Invite')).toBeDisabled();
    await page.getByLabel('Email').fill(owner.email);
    await expect(page.getByText('Requested user is already a member')).toBeVisible();
    await expect(button(page, 'Send Invite')).toBeDisabled();
    await page.getByLabel('Email').fill(email);
    await button(page, 'Send Invite').click();
    await expect(dialog(page, 'Info')).toContainText('Request mail has been sent');
    await button(page, 'OK').click();
    await expect(region(page, 'Pending Invitations')).toContainText(email);
    await expect(menu).toHaveAccessibleName(/^Menu of Max Together, 1 pending request/);
    await expect(mate.page.getByRole('link', { name: 'Connections', exact: true })).toBeVisible();
    const first = mate.page.getByRole('region', { name: 'Your first case in three steps' });
    await expect(first).toContainText('1 invitation waits for your answer.');
    await expect(first.getByRole('link', { name: 'Answer' })).toHaveAttribute('href', '/groups');
  });

  const link = /\/sharegroup\/accept\/\S+/.exec((await newestMail(email, /invites you/)).text)?.[0] ?? '';
  await test.step('opened with another account it is refused, and continues after signing in with the right one', async () => {
    const page = await owner.context.newPage();
    await page.goto(url(link));
    const refused = dialog(page, 'Warning');
    await expect(refused).toContainText('Access denied: not the user with the requested e-mail');
    await expect(refused).toContainText(`You are signed in as ${owner.email}.`);
    await expect(page.getByText('The invitation is being accepted')).toHaveCount(0);
    await button(page, 'Sign out and continue').click();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(NEWCOMER_PASSWORD);
    await button(page, 'Sign in').click();
    await expect(dialog(page, 'Info')).toContainText('Joined group');
    await button(page, 'OK').click();
    await expect(page).toHaveURL(url('/groups'));
    await expect(region(page, 'Together')).toContainText('Ines Together');
    await expect(menu).toHaveAccessibleName(/^Menu of Max Together(?!, 1 pending)/);
    await page.close();
  });

  await test.step('a second tab has no stream of its own, and gets the events of the first', async () => {
    const second = await mate.context.newPage();
    const lines = linesOf(second);
    await second.goto(url('/groups'));
    await expect(region(second, 'Together')).toContainText('Ines Together');
    await mate.page.setViewportSize({ width: 390, height: 844 });
    // On phones one entry leads to settings and profile.
    await mate.page.getByRole('button', { name: /^Menu of/ }).click();
    await expect(mate.page.getByRole('link', { name: 'Personal Settings' })).toHaveCount(0);
    await mate.page.getByRole('link', { name: 'Account' }).click();
    await expect(mate.page.getByRole('link', { name: 'Edit Profile' })).toBeVisible();
    await expectSound(mate.page);
    await mate.page.getByRole('link', { name: 'Personal Settings' }).click();
    await expect(mate.page.getByRole('heading', { level: 1, name: 'Personal Settings' })).toBeVisible();
    await mate.page.getByRole('link', { name: 'Connections' }).click();
    await mate.page.getByRole('link', { name: 'Group' }).click();
    await button(mate.page, 'Leave Group').click();
    await expect(dialog(mate.page, 'Warning')).toContainText('Leave Group?');
    await dialog(mate.page, 'Warning').getByRole('button', { name: 'Leave Group' }).click();
    await expect(button(mate.page, 'Create New Group')).toBeVisible();
    await expect(button(second, 'Create New Group')).toBeVisible();
    expect(lines).toEqual([]);
    await mate.page.setViewportSize({ width: 1440, height: 900 });
    await second.close();
  });

  await test.step('without auto refresh no tab has a stream', async () => {
    const { page } = mate;
    await page.goto(url('/settings'));
    await page.getByText('Auto refresh', { exact: true }).click();
    await button(page, 'Save Settings').click();
    await expect(page.getByText('Settings saved')).toBeVisible();
    const lines = linesOf(page);
    await page.goto(url('/groups'));
    await expect(button(page, 'Create New Group')).toBeVisible();
    expect(lines).toEqual([]);
  });
});
