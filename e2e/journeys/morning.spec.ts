import { expect, type Page } from '@playwright/test';
import { openCase, takeMore } from '../support/case-form.ts';
import { asPerson, DEMO, signIn, uniqueName, url } from '../support/people.ts';
import { sendCase } from '../support/send-case.ts';
import { test } from '../support/test.ts';

const list = (page: Page) => page.getByRole('region', { name: 'Case list' });
const DAY_MS = 24 * 3600 * 1000;
/** `YYYY-MM-DD`. */
const dayIn = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

test('a lab works through its cases by keyboard, in bulk and on the board, beside a colleague', async ({
  browser,
}) => {
  const first = { first: 'Morgane', last: uniqueName('Aubertin') };
  const second = { first: 'Tiberius', last: first.last };
  const one = await sendCase(DEMO.dentist, DEMO.lab, first);
  const two = await sendCase(DEMO.dentist, DEMO.lab, second);
  const { page } = await signIn(browser, DEMO.lab, { at: '/dashboard' });
  const colleague = await signIn(browser, DEMO.technician, { at: '/inbox' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await test.step('the palette, requested while the page loads, finds a case in spite of a typing error', async () => {
    const pressed = Promise.withResolvers<void>();
    await page.route('**/assets/Shell-*.js', async (route) => {
      await pressed.promise;
      await route.continue();
    });
    await page.reload({ waitUntil: 'commit' });
    await expect(page.locator('#root')).toBeAttached();
    await page.keyboard.press('Control+k');
    pressed.resolve();
    const field = page.getByRole('combobox', { name: 'Find anything' });
    await field.fill(`morgan ${first.last.slice(0, -5)}`);
    await expect(page.getByRole('option', { name: new RegExp(one.no) })).toBeVisible();
    await field.press('Enter');
    await expect(openCase(page, first.first)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/cases/${one.no}`));
  });

  await test.step('S changes the status, and Ctrl+Z takes it back under the same rules', async () => {
    const status = openCase(page, first.first).getByRole('button', { name: /^Status: / });
    await page.keyboard.press('s');
    await page.getByRole('menuitem', { name: 'In Progress' }).click();
    await expect(status).toHaveAccessibleName(/In Progress/);
    await page.keyboard.press('Control+z');
    await expect(page.getByText('Undone')).toBeVisible();
    await expect(status).toHaveAccessibleName(/Open/);
  });

  await test.step('A assigns the case to a colleague', async () => {
    await page.keyboard.press('a');
    await page.getByRole('option', { name: 'Marco Rossi' }).click();
    await expect(page.getByText('Assigned to Marco Rossi')).toBeVisible();
  });

  await test.step('the search marks what it found while one types', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type(first.last);
    await expect(list(page).getByRole('link', { name: new RegExp(two.no) })).toBeVisible();
    await expect(list(page).locator('mark').first()).toHaveText(
      new RegExp(first.last.split(' ')[0] ?? '', 'i'),
    );
  });

  await test.step('a bulk change leaves out the case that a colleague changed meanwhile', async () => {
    await page.getByRole('button', { name: 'Select cases for an action' }).click();
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('toolbar').getByRole('button', { name: 'Status' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the status of 2 cases' });
    await dialog.getByRole('combobox', { name: 'New status' }).click();
    await page.getByRole('option', { name: 'In Progress' }).click();
    await expect(dialog.getByText('2 cases will change.')).toBeVisible();
    await asPerson(DEMO.technician, 'PUT', `/cases/${two.id}/status/`, { action: 'PROC' });
    await dialog.getByRole('button', { name: 'Change 2 cases' }).click();
    await expect(dialog.getByText('1 case changed.')).toBeVisible();
    await expect(dialog).toContainText('Marco Rossi changed it meanwhile.');
    await page.keyboard.press('Escape');
  });

  await test.step('a card is moved on the board by its menu and back by Ctrl+Z', async () => {
    await page.getByRole('radio', { name: 'Board' }).focus();
    await page.keyboard.press('Space');
    const column = (status: string) => page.getByRole('region', { name: new RegExp(`^${status}, `) });
    const card = (status: string) => column(status).getByRole('listitem').filter({ hasText: two.no });
    await card('In Progress')
      .getByRole('button', { name: /^Change status/i })
      .click();
    await page.getByRole('menuitem', { name: 'Completed' }).click();
    await expect(card('Completed')).toBeVisible();
    await expect(page.getByText(/: Completed$/)).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(card('In Progress')).toBeVisible();
  });

  await test.step('the assignment is in the colleague’s inbox and in the title of the tab', async () => {
    const inbox = colleague.page;
    const notice = inbox.getByRole('listitem').filter({ hasText: one.no }).filter({ hasText: 'assigned' });
    await expect(notice).toContainText('Lena Hoff assigned the case to you');
    await expect(inbox).toHaveTitle(/^\(\d+\) /);
    await expect(notice).toContainText('Unread');
  });
});

test('appointment, production steps by phone and shipment reach the other side live', async ({ browser }) => {
  const patient = { first: 'Ottilie', last: uniqueName('Brandauer') };
  const sent = await sendCase(DEMO.dentist, DEMO.lab, patient, {
    appointment: dayIn(25),
  });
  const clinic = await signIn(browser, DEMO.dentist, { at: `/cases/${sent.no}` });
  const lab = await signIn(browser, DEMO.lab, { at: `/cases/${sent.no}` });
  const steps = (page: Page) => page.getByRole('region', { name: 'Production' });
  await expect(openCase(clinic.page, patient.first)).toBeVisible();

  await test.step('an earlier appointment warns both sides that the work will be late', async () => {
    const appointment = (page: Page) => page.getByRole('region', { name: 'Patient’s appointment' });
    await expect(appointment(lab.page)).not.toContainText('missing');
    await takeMore(clinic.page, 'Edit order');
    const [year, month, day] = dayIn(2).split('-');
    await clinic.page.getByRole('textbox', { name: 'Patient’s appointment' }).fill(`${month}/${day}/${year}`);
    await clinic.page.getByRole('button', { name: 'Save changes' }).click();
    await clinic.page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click();
    for (const { page } of [clinic, lab])
      await expect(appointment(page)).toContainText('scans missing since');
  });

  await test.step('the lab shows its steps to clinics', async () => {
    const plan = await lab.context.newPage();
    await plan.goto(url('/production'));
    const whole = plan.getByRole('radio', { name: /^The steps/ });
    await expect(whole).toBeVisible();
    // In a retry of this journey it is already chosen.
    if (!(await whole.isChecked())) {
      await whole.check();
      await plan.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(plan.getByText('The steps were saved.')).toBeVisible();
    }
    await plan.close();
  });

  await test.step('a step marked at the desk is shown to the clinic without a name', async () => {
    await steps(lab.page).getByRole('checkbox', { name: 'Scan check' }).check();
    await expect(steps(clinic.page)).toContainText('Scan check');
    await expect(steps(clinic.page)).not.toContainText('Lena Hoff');
  });

  await test.step('the code on the order form leads a phone to the next step', async () => {
    const phone = await signIn(browser, DEMO.technician, { at: `/case/${sent.id}/step` });
    await phone.page.setViewportSize({ width: 390, height: 844 });
    await phone.page.getByRole('button', { name: 'Mark as done: Design' }).dblclick();
    await expect(phone.page.getByText('Design is done')).toBeVisible();
    await expect(steps(lab.page).getByRole('checkbox', { name: 'Design' })).toBeChecked();
  });

  await test.step('a shipment is added once and shown to the clinic with the link of its carrier', async () => {
    await lab.page.getByRole('button', { name: 'Start work' }).click();
    await lab.page.getByRole('button', { name: 'Add shipment' }).click();
    const dialog = lab.page.getByRole('dialog', { name: `Shipment of ${sent.no}` });
    await dialog.getByRole('combobox', { name: 'Carrier' }).click();
    await lab.page.getByRole('option', { name: 'DHL', exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Tracking number' }).fill('00340434161094021501');
    await dialog.getByRole('button', { name: 'Add', exact: true }).dblclick();
    const shipping = clinic.page.getByRole('region', { name: 'Shipping' });
    await expect(shipping.getByRole('listitem')).toHaveCount(1);
    await expect(shipping.getByRole('link', { name: /Track/ })).toHaveAttribute(
      'href',
      /00340434161094021501/,
    );
  });
});
