import { expect, type Locator, type Page } from '@playwright/test';
import { fillPatient, named, openCase, orderCrown, send } from '../support/case-form.ts';
import { ClickCounter } from '../support/clicks.ts';
import { drawnShare, filePicker, jaws } from '../support/files.ts';
import { signUpByForm } from '../support/newcomer.ts';
import { DEMO, signIn, url } from '../support/people.ts';
import { fetchBack, lookAtScans } from '../support/scans.ts';
import { test } from '../support/test.ts';

/** The system's file dialog cannot be operated, so the journey sets the files without this press. */
const DROP_ZONE = 1;
const NOTE = 'Contacts a little tight, please.';
const header = (page: Page, patient: string) => openCase(page, patient).locator('header').first();

async function changeStatus(page: Page, from: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Status: ${from}` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Writes a comment; `meanwhile` runs before it is posted. */
async function comment(page: Page, text: string, meanwhile: () => Promise<void>): Promise<void> {
  const box = page.getByRole('textbox', { name: 'Write a comment …' });
  await box.fill(text);
  await meanwhile();
  await box.press('Control+Enter');
  await expect(box).toHaveValue('');
}

/** Loses and restores the WebGL context: the viewer reports it, and then shows the scans again. */
async function loseContext(stage: Locator): Promise<void> {
  const canvas = stage.locator('canvas').first();
  const losing = await canvas.evaluateHandle((element) => {
    const context = (element as HTMLCanvasElement).getContext('webgl2');
    return context?.getExtension('WEBGL_lose_context') as WEBGL_lose_context;
  });
  // Within the page, because a context that stays lost for long ends in another message.
  await losing.evaluate(async (extension) => {
    extension.loseContext();
    const isTold = () =>
      [...document.querySelectorAll('[role=alert]')].some(({ textContent }) =>
        textContent?.includes('Bringing the picture back'),
      );
    while (!isTold()) await new Promise(requestAnimationFrame);
    extension.restoreContext();
  });
  await expect(stage.getByRole('alert')).toBeHidden();
  await expect.poll(() => drawnShare(canvas)).toBeGreaterThan(0.02);
}

/** Without WebGL the preview stays, with an explanation. */
async function lookWithoutWebGl(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...given: unknown[]) {
      return String(given[0]).startsWith('webgl') ? null : Reflect.apply(getContext, this, given);
    } as typeof getContext;
  });
  await page.reload();
  const viewer = page.getByRole('region', { name: '3D viewer' });
  await viewer.getByRole('button', { name: 'Show 3D' }).click();
  await expect(viewer.getByRole('alert')).toContainText('3D is not available');
  await expect(viewer.getByRole('img', { name: 'Preview of the scans' })).toBeVisible();
  await expect(viewer.getByRole('button', { name: 'Show 3D' })).toBeDisabled();
}

/** Cuts the scans and shows the outline. */
async function cut(stage: Locator): Promise<void> {
  await stage.getByRole('button', { name: 'Tools', exact: true }).click();
  await stage.getByRole('menuitemcheckbox', { name: 'Section' }).click();
  const section = stage.getByRole('region', { name: 'Section' });
  await expect(section).toContainText(/Grid: \d+\.\d\d mm/);
  await expect(section.locator('path[stroke]').first()).toHaveAttribute('d', /^M.+L/);
  await section.getByRole('slider', { name: 'Position' }).press('ArrowRight');
  await expect(section).toContainText('0.05 mm');
}

test('a clinic sends a case, and the lab opens it in 3D and answers, both with live updates', async ({
  browser,
  page: clinicPage,
}) => {
  const clinic = { page: clinicPage, clicks: await ClickCounter.on(clinicPage) };
  await test.step('the clinic signs up', () =>
    signUpByForm(clinic.page, { first: 'Mara', last: 'Lindqvist' }, clinic.clicks));
  const { page: labPage } = await signIn(browser, DEMO.lab);
  const lab = { page: labPage, clicks: await ClickCounter.on(labPage) };
  await lab.page.goto(url('/connections'));
  const pending = lab.page.getByRole('region', { name: /^Pending Connections/ });
  await expect(pending.getByRole('listitem').first()).toBeVisible();

  await test.step('the lab sees a connection request without reloading', async () => {
    const { page, clicks } = clinic;
    await clicks.step('connect', async () => {
      await page.getByRole('link', { name: 'Connections', exact: true }).click();
      await page.getByRole('button', { name: 'Create New Connection' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Email').fill(DEMO.lab);
      await dialog.getByLabel('Message').fill('May we send you our crowns?');
      await dialog.getByRole('button', { name: 'Create Connection' }).click();
      await page.getByRole('button', { name: 'OK' }).click();
    });

    const request = pending.getByRole('listitem').filter({ hasText: 'Mara Lindqvist' });
    await expect(request).toContainText('May we send you our crowns?');
    await request.getByRole('button', { name: 'Accept Invitation' }).click();
    const accepted = { name: /^Accepted Connections/ };
    await expect(lab.page.getByRole('region', accepted)).toContainText('Mara Lindqvist');
    await expect(page.getByRole('region', accepted)).toContainText('Lena Hoff');
  });

  const patient = { first: 'Theo', last: 'Ahlgren' };
  const scans = jaws(71, 8_000);
  // Accepting may leave a dialog open; closing it is not part of finding a case.
  await lab.page.goto(url('/dashboard'));
  await lab.clicks.step('open the cases', () =>
    lab.page.getByRole('link', { name: 'Cases', exact: true }).click(),
  );
  await expect(lab.page.getByRole('region', { name: 'Case list' })).toBeVisible();
  let no = '';
  await clinic.clicks.step(
    'send a case',
    async () => {
      const { page } = clinic;
      await page.getByRole('link', { name: 'New case', exact: true }).first().click();
      await expect(page.getByRole('combobox', { name: 'Send to' })).toHaveValue(/Lena Hoff/);
      await fillPatient(page, patient);
      await orderCrown(page);
      await filePicker(page).setInputFiles(scans);
      await page.getByRole('button', { name: /^\+7 days/ }).click();
      await page.getByLabel('Note', { exact: true }).fill(NOTE);
      await expect(page.getByText('Ready to send')).toBeVisible();
      no = await send(page);
    },
    DROP_ZONE,
  );
  await test.step('the clinic needs few clicks from sign-up to the first case', async () => {
    clinic.clicks.expectCounts({ 'sign up': 6, 'activate and sign in': 3, connect: 4, 'send a case': 7 });
  });

  await test.step('the lab sees a new case and its contents without reloading', async () => {
    const row = lab.page.getByRole('link', { name: new RegExp(`${named(patient)}.*${no}`) });
    // A press on a row that a newer list moves away still counts, and is repeated.
    await row.click({ trial: true });
    await lab.clicks.step('open the case', () => row.click());
    const opened = openCase(lab.page, named(patient));
    await expect(opened).toContainText(NOTE);
    await expect(opened).toContainText('Zirconia');
    await expect(opened).toContainText('A2');
    await expect(opened).toContainText('16');
  });
  await test.step('the lab views the scans, even after a lost WebGL context', () =>
    lookAtScans(lab.page, ['Upper jaw', 'Lower jaw'], async (stage) => {
      await cut(stage);
      await loseContext(stage);
    }));
  await test.step('the clinic’s browser renders one preview of the scans', async () => {
    const preview = lab.page.getByRole('region', { name: '3D viewer' });
    const picture = preview.getByRole('img', { name: 'Preview of the scans' });
    await expect(picture).toBeVisible({ timeout: 60_000 });
    await expect.poll(() => drawnShare(picture)).toBeGreaterThan(0.02);
    await expect(openCase(lab.page, named(patient))).toContainText('Preview3D.png');
  });
  await test.step('without WebGL the preview stays', () => lookWithoutWebGl(clinic.page));
  // The journey also downloads each scan separately, which people need not do.
  await test.step('the lab downloads the original bytes', () =>
    lab.clicks.step('download', () => fetchBack(lab.page, scans), -scans.length));

  await test.step('the clinic sees each status change of the lab without reloading', async () => {
    const seen = header(clinic.page, named(patient));
    await expect(seen).toContainText('Open');
    await lab.clicks.step('start', () => lab.page.getByRole('button', { name: 'Start work' }).click());
    await expect(seen).toContainText('In Progress');
    await expect(
      clinic.page.getByRole('button', { name: 'Also looking at this case: Lena Hoff' }),
    ).toBeVisible();
    await lab.clicks.step('comment', () =>
      comment(lab.page, 'The margin of 16 is well readable.', () =>
        expect(openCase(clinic.page, named(patient))).toContainText('Lena Hoff is writing a comment'),
      ),
    );
    await expect(openCase(clinic.page, named(patient))).toContainText('The margin of 16 is well readable.');
    await lab.page.getByRole('button', { name: 'Change assignee' }).click();
    await lab.page.getByRole('option', { name: 'Marco Rossi' }).click();
    await expect(openCase(lab.page, named(patient))).toContainText('Marco Rossi');
    await lab.clicks.step('complete', () =>
      lab.page.getByRole('button', { name: 'Complete', exact: true }).click(),
    );
    await expect(seen).toContainText('Completed');
    lab.clicks.expectCounts({
      'open the cases': 1,
      'open the case': 1,
      download: 1,
      start: 1,
      comment: 0,
      complete: 1,
    });
  });
  await test.step('the lab sees without reloading that the clinic closes the case', async () => {
    await changeStatus(clinic.page, 'Completed', 'Close');
    await expect(header(lab.page, named(patient))).toContainText('Closed');
  });
  await test.step('the comments are found by search, and the dashboard links to due cases', async () => {
    const { page } = lab;
    await page.goto(url('/cases'));
    const list = page.getByRole('region', { name: 'Case list' });
    await list.getByRole('searchbox', { name: 'Search cases' }).fill('WELL readab');
    await page.keyboard.press('Enter');
    await expect(list.getByRole('link', { name: new RegExp(no) })).toBeVisible();
    const overdue = page.getByRole('link', { name: /overdue cases?$/ });
    // Read together in a retry, because other journeys may send or close a case in between.
    await expect(async () => {
      await page.goto(url('/dashboard'));
      await expect(overdue).toHaveText(/^\d+/);
      const count = /\d+/.exec(await overdue.innerText())?.[0];
      await overdue.click();
      await expect(list).toContainText(`/ ${count}`);
    }).toPass();
    await expect(list).toContainText('Overdue');
  });
});
