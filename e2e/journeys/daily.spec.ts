import { expect, type Page } from '@playwright/test';
import { openCase } from '../support/case-form.ts';
import { DEMO, signIn, uniqueName, url } from '../support/people.ts';
import { sendCase } from '../support/send-case.ts';
import { test } from '../support/test.ts';

const DAY_MS = 24 * 3600 * 1000;
/** `YYYY-MM-DD`. */
const dayIn = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

const VIEWS = /^View(s$|: )/;

test('a view that a colleague shares appears live, and its filters stay when it is no longer shared', async ({
  browser,
}) => {
  const name = uniqueName('Crowns');
  const owner = await signIn(browser, DEMO.lab, { at: '/cases?status=Open&restoration=crown' });
  const colleague = await signIn(browser, DEMO.technician, { at: '/cases' });
  const views = (page: Page) => page.getByRole('button', { name: VIEWS });

  await test.step('saved with a name, and shared', async () => {
    const { page } = owner;
    await views(page).click();
    await page.getByRole('menuitem', { name: 'Save these filters as a view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save view' });
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog.getByText('Enter a name.')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('switch', { name: 'Share with the group' }).click({ force: true });
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(`View “${name}” saved`)).toBeVisible();
    await expect(views(page)).toHaveAccessibleName(`View: ${name}`);
  });

  await test.step('used by the colleague, who sees what is being shown', async () => {
    const { page } = colleague;
    await views(page).click();
    await page.getByRole('menuitem', { name: new RegExp(name) }).click();
    await expect(page).toHaveURL(/status=Open.*restoration=crown|restoration=crown.*status=Open/);
    await expect(views(page)).toHaveAccessibleName(`View: ${name}`);
  });

  await test.step('no longer shared', async () => {
    const { page } = owner;
    await views(page).click();
    await page.getByRole('menuitem', { name: 'Manage views' }).click();
    await page.getByRole('switch', { name: `Shared: ${name}` }).click({ force: true });
    const ended = colleague.page.getByText(`“${name}” is no longer shared with you.`);
    await expect(ended).toBeVisible();
    await expect(colleague.page).toHaveURL(/restoration=crown/);
  });
});

test('a delivery moved in the calendar is seen by the lab, which snoozes the notice of the case', async ({
  browser,
}) => {
  const patient = { first: 'Calla', last: uniqueName('Lindqvist') };
  const { no } = await sendCase(DEMO.dentist, DEMO.lab, patient, { deliveryDate: dayIn(1) });
  // The calendar opens in the month of the delivery, which may be the next one.
  const clinic = await signIn(browser, DEMO.dentist, { at: `/cases?day=${dayIn(1)}` });
  const lab = await signIn(browser, DEMO.lab, { at: `/cases/${no}` });
  await expect(openCase(lab.page, patient.first)).toBeVisible();

  await test.step('the clinic moves it by the menu of its card', async () => {
    const { page } = clinic;
    await page.getByRole('radio', { name: 'Calendar' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('searchbox', { name: 'Search cases' }).fill(patient.last);
    await page.getByRole('button', { name: new RegExp(`^Delivery date: .*${patient.last}`) }).click();
    await page.getByRole('menuitem', { name: 'Change delivery date' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change delivery date' });
    await dialog.locator('button[data-selected]').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByText(new RegExp(`${patient.last}: delivery on`))).toBeVisible();
  });

  await test.step('the open case of the lab has the new date', async () => {
    const [year, month, day] = dayIn(2).split('-');
    const shown = new RegExp(`${Number(month)}/${Number(day)}/${year}|${month}/${day}/${year}`);
    await expect(
      openCase(lab.page, patient.first).getByText(shown).filter({ visible: true }).first(),
    ).toBeVisible();
  });

  await test.step('a snoozed notice leaves the inbox of all tabs and comes back when it is reopened', async () => {
    const { page } = lab;
    const second = await lab.context.newPage();
    for (const each of [page, second]) await each.goto(url('/inbox'));
    const notice = (on: Page) =>
      on.getByRole('listitem').filter({ hasText: no }).filter({ hasText: 'changed the order' });
    await expect(notice(second)).toBeVisible();
    await notice(page).getByRole('button', { name: 'Snooze' }).click();
    await page.getByRole('menuitem', { name: 'Tomorrow morning' }).click();
    await expect(notice(second)).toHaveCount(0);
    await second.getByRole('tab', { name: 'Snoozed' }).click();
    await expect(notice(second)).toContainText('Back on');
    await notice(second).getByRole('button', { name: 'Move back to the inbox' }).click();
    await expect(notice(page)).toBeVisible();
  });
});
