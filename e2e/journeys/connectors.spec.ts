import { PAGES } from '@cusp/contract/pages';
import { expect, type Page } from '@playwright/test';
import { findings } from '../support/axe.ts';
import { chooseRecipient, fillPatient, send, takeMore } from '../support/case-form.ts';
import { DEMO, signIn, uniqueName } from '../support/people.ts';
import { test } from '../support/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const pair = (page: Page, name: string) => button(page, `${name} joined`);
const ordered = (page: Page) => page.getByRole('region', { name: 'Teeth and restorations' });
const tooth = (page: Page, name: string) => page.getByRole('gridcell', { name: new RegExp(`^${name},`) });
const proposal = (page: Page) => page.getByRole('region', { name: 'Proposed change' });

async function save(page: Page, label: 'Save changes' | 'Propose changes'): Promise<void> {
  await button(page, label).click();
  await page.getByRole('dialog').getByRole('button', { name: label }).click();
}

test('a clinic separates a unit of its bridge, the lab sees it everywhere, and two editors lose nothing', async ({
  browser,
}) => {
  const patient = { first: uniqueName('Brigitta'), last: 'Joined' };
  const clinic = await signIn(browser, DEMO.dentist, { at: PAGES.newCase });
  const { page } = clinic;
  let no = '';

  await test.step('a bridge is joined, and one pair of it is separated', async () => {
    await chooseRecipient(page, 'Lena Hoff');
    await fillPatient(page, patient);
    await tooth(page, 'upper right canine').click();
    await tooth(page, 'upper right central incisor').click();
    await button(page, 'Bridge').click();
    await page.getByRole('option', { name: 'Zirconia', exact: true }).click();
    await page
      .getByRole('textbox', { name: 'Shade', exact: true })
      .or(page.getByRole('combobox', { name: 'Shade', exact: true }))
      .fill('A2');
    await page.keyboard.press('Escape');
    await expect(pair(page, '12–13')).toHaveAttribute('aria-pressed', 'true');
    await pair(page, '11–12').click();
    await expect(page.getByText('Joined: 12–13')).toBeVisible();
    await expect(page.getByText('Separate: 11 | 12')).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('checkbox', { name: 'Scans follow' }).check();
    no = await send(page);
  });

  const lab = await signIn(browser, DEMO.lab, { at: `/cases/${no}` });
  await test.step('the lab sees one bar in the chart, the words below it, the order form and its list', async () => {
    await expect(ordered(lab.page)).toContainText('Joined: 12–13');
    await expect(ordered(lab.page)).toContainText('Separate: 11 | 12');
    await expect(ordered(lab.page).locator('path[class*="connector"]')).toHaveCount(1);
    await expect(lab.page.getByRole('link', { name: new RegExp(patient.first) })).toContainText(
      /Pontic|Bridge/,
    );
    await takeMore(lab.page, 'Printable Order Form');
    await expect(lab.page.getByRole('dialog').locator('.textLayer')).toContainText(/Joined: 12.13/);
    await lab.page.keyboard.press('Escape');
  });

  const colleague = await signIn(browser, DEMO.colleague, { at: `/cases/${no}` });
  await test.step('the second of two editors sees the conflict, and keeps the connector that the first one changed', async () => {
    await takeMore(page, 'Edit order');
    await takeMore(colleague.page, 'Edit order');
    await page.getByLabel('Note', { exact: true }).fill('Mind the contact');
    await pair(colleague.page, '11–12').click();
    await save(colleague.page, 'Save changes');
    await expect(ordered(lab.page)).toContainText('Joined: 11–13');
    await save(page, 'Save changes');
    await expect(
      page.getByRole('alert').filter({ hasText: 'changed this order in the meantime' }),
    ).toBeVisible();
    await expect(page.getByLabel('Note', { exact: true })).toHaveValue('Mind the contact');
    await expect(pair(page, '11–12')).toHaveAttribute('aria-pressed', 'true');
    await save(page, 'Save changes');
    await expect(lab.page.getByText(`${no} · Version 3`)).toBeVisible();
    await expect(ordered(lab.page)).toContainText('Joined: 11–13');
  });

  await test.step('a provisional on the same teeth is a bridge of its own, which the lab accepts', async () => {
    await button(lab.page, 'Status: Open').click();
    await lab.page.getByRole('menuitem', { name: 'In Progress' }).click();
    await expect(button(lab.page, 'Status: In Progress')).toBeVisible();
    await takeMore(page, 'Edit order');
    for (const name of ['canine', 'lateral incisor', 'central incisor'])
      await tooth(page, `upper right ${name}`).click();
    await button(page, 'Other …').click();
    await page.getByRole('option', { name: 'Provisional', exact: true }).click();
    await page.getByRole('combobox', { name: 'Material', exact: true }).click();
    await page.getByRole('option', { name: 'PMMA', exact: true }).click();
    await page
      .getByRole('textbox', { name: 'Shade', exact: true })
      .or(page.getByRole('combobox', { name: 'Shade', exact: true }))
      .fill('A2');
    await page.keyboard.press('Escape');
    await pair(page, '11–12 (Final)').click();
    await expect(page.getByText('Joined: 12–13 (Final); 11–13 (Provisional)')).toBeVisible();
    for (const confirm of await page.getByRole('checkbox', { name: 'Yes, all of them are meant' }).all())
      await confirm.check();
    await save(page, 'Propose changes');
    await expect(proposal(lab.page)).toContainText(/Connector.*Final.*joined.*separate/s);
    await button(lab.page, 'Accept').click();
    await expect(ordered(lab.page)).toContainText('Joined: 12–13 (Final); 11–13 (Provisional)');
    await expect(ordered(lab.page)).toContainText('Separate: 11 | 12 (Final)');
    await expect(ordered(lab.page).locator('path[data-partial]')).toHaveCount(1);
  });
});
