import { expect, type Page } from '@playwright/test';
import { findings } from '../support/axe.ts';
import { takeMore } from '../support/case-form.ts';
import { DEMO, signIn, uniqueName } from '../support/people.ts';
import { sendCase } from '../support/send-case.ts';
import { test } from '../support/test.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const proposal = (page: Page) => page.getByRole('region', { name: 'Proposed change' });

/** Moves the crown of the order to another tooth in the open form. */
async function moveCrown(page: Page, from: string, to: string): Promise<void> {
  await button(page, 'Edit 1 Crown').click();
  await page.getByRole('gridcell', { name: new RegExp(`^${from},`) }).click();
  await page.getByRole('gridcell', { name: new RegExp(`^${to},`) }).click();
}

test('editing a sent order applies at once before the lab starts, and with its consent afterwards', async ({
  browser,
}) => {
  const patient = { first: uniqueName('Edda'), last: 'Corrected' };
  const { no } = await sendCase(DEMO.dentist, DEMO.lab, patient);
  const clinic = await signIn(browser, DEMO.dentist, { at: `/cases/${no}` });
  const lab = await signIn(browser, DEMO.lab, { at: `/cases/${no}` });

  await test.step('before work starts an edit applies, and the other side sees it live', async () => {
    const { page } = clinic;
    await takeMore(page, 'Edit order');
    await expect(button(page, 'Save changes')).toBeDisabled();
    await moveCrown(page, 'upper right first molar', 'upper right second molar');
    await expect(page.getByRole('complementary', { name: 'Changes' })).toContainText(
      /1 change.*Crown.*16.*17/s,
    );
    expect(await findings(page)).toEqual([]);
    await button(page, 'Save changes').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText(`${no} · Version 2`)).toBeVisible();
    await expect(lab.page.getByText(`${no} · Version 2`)).toBeVisible();
    await expect(lab.page.getByRole('region', { name: 'Teeth and restorations' })).toContainText('17');
  });

  await test.step('work that starts while the form is open keeps what was typed and turns it into a proposal', async () => {
    const { page } = clinic;
    await takeMore(page, 'Edit order');
    await page.getByLabel('Note', { exact: true }).fill('Mind the contact');
    await button(lab.page, 'Status: Open').click();
    await lab.page.getByRole('menuitem', { name: 'In Progress' }).click();
    await expect(button(lab.page, 'Status: In Progress')).toBeVisible();
    await button(page, 'Save changes').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Lena Hoff changed the status' })).toBeVisible();
    await expect(page.getByLabel('Note', { exact: true })).toHaveValue('Mind the contact');
    await button(page, 'Propose changes').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Propose changes' }).click();
    await expect(proposal(page)).toContainText('Waiting for Lena Hoff');
  });

  await test.step('the lab cannot complete the case before it has answered, and declines with a reason', async () => {
    const { page } = lab;
    await expect(proposal(page)).toContainText('Mind the contact');
    await button(page, 'Status: In Progress').click();
    await expect(page.getByRole('menuitem', { name: /^Complete/ })).toBeDisabled();
    await page.keyboard.press('Escape');
    await button(page, 'Decline').click();
    await page.getByLabel('Reason (optional)').fill('Already milled');
    await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
    await expect(proposal(clinic.page)).toContainText(/Lena Hoff declined the change.*Already milled/s);
  });

  await test.step('the next proposal is accepted, and the history lists both field by field', async () => {
    const { page } = clinic;
    await takeMore(page, 'Edit order');
    await moveCrown(page, 'upper right second molar', 'upper left first molar');
    await button(page, 'Propose changes').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Propose changes' }).click();
    await expect(proposal(lab.page)).toContainText(/Crown.*17.*26/s);
    await button(lab.page, 'Accept').dblclick();
    await expect(page.getByText(`${no} · Version 3`)).toBeVisible();
    await expect(proposal(page)).toHaveCount(0);
    const history = page.getByRole('region', { name: 'History' });
    await expect(history).toContainText(/accepted the proposed change \(version 3\).*Crown.*17.*26/s);
    await expect(history).toContainText(/edited the order \(version 2\).*Crown.*16.*17/s);
  });
});
