import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { unzip } from '../../server/src/testing/unzip.ts';
import { fillCase, type Order, send } from '../support/case-form.ts';
import { drawnShare, jaws, type LocalFile, saved, sha256, sums } from '../support/files.ts';
import { newDentist } from '../support/newcomer.ts';
import { DEMO, signIn, url } from '../support/people.ts';
import { someNumber } from '../support/phone.ts';

const NOTE = 'Contacts a little tight, please.';
const named = ({ first, last }: Order['patient']) => `${first} ${last}`;
const openCase = (page: Page, patient: string) => page.getByRole('article', { name: patient });
const header = (page: Page, patient: string) => openCase(page, patient).locator('header').first();

async function changeStatus(page: Page, from: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Status: ${from}` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Writes a comment; `meanwhile` happens before it is posted. */
async function comment(page: Page, text: string, meanwhile: () => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Post a Comment' }).first().click();
  await page.getByRole('textbox', { name: 'Add your comment' }).fill(text);
  await meanwhile();
  await page.getByRole('button', { name: 'Post', exact: true }).click();
}

/** Opens the viewer, waits until every scan is in it, sees that something is drawn, closes it: nothing stays behind. */
async function lookAtScans(
  page: Page,
  layers: readonly string[],
  meanwhile?: (stage: Locator) => Promise<void>,
): Promise<void> {
  const viewer = page.getByRole('region', { name: '3D viewer' });
  await viewer.getByRole('button', { name: 'Show 3D' }).click();
  const stage = page.getByRole('dialog', { name: '3D viewer' });
  for (const layer of layers)
    await expect(stage.getByRole('button', { name: `Show ${layer}`, exact: true })).toBeEnabled({
      timeout: 60_000,
    });
  await expect(stage.getByRole('status')).toBeHidden({ timeout: 60_000 });
  await expect(stage.getByRole('alert')).toBeHidden();
  await expect.poll(() => drawnShare(stage.locator('canvas').first())).toBeGreaterThan(0.02);
  await meanwhile?.(stage);
  await page.getByRole('button', { name: 'Close 3D' }).click();
  expect(await leftOnCard(page)).toEqual({ geometries: 0, textures: 0 });
}

/** The graphics card lets go of the picture and takes it again: people are told, and then it is as before. */
async function loseContext(stage: Locator): Promise<void> {
  const canvas = stage.locator('canvas').first();
  const losing = await canvas.evaluateHandle((element) => {
    const context = (element as HTMLCanvasElement).getContext('webgl2');
    return context?.getExtension('WEBGL_lose_context') as WEBGL_lose_context;
  });
  await losing.evaluate((extension) => extension.loseContext());
  await expect(stage.getByRole('alert')).toContainText('Bringing the picture back');
  await losing.evaluate((extension) => extension.restoreContext());
  await expect(stage.getByRole('alert')).toBeHidden();
  await expect.poll(() => drawnShare(canvas)).toBeGreaterThan(0.02);
  await losing.evaluate((extension) => extension.loseContext());
  await stage.getByRole('button', { name: 'Open again' }).click({ timeout: 30_000 });
  await expect(stage.getByRole('alert')).toBeHidden();
  await expect.poll(() => drawnShare(stage.locator('canvas').first())).toBeGreaterThan(0.02);
}

/** What the graphics card still held when the viewer closed last. */
const leftOnCard = (page: Page) =>
  page.evaluate(
    () => (performance.getEntriesByName('viewer-closed').at(-1) as PerformanceMark | undefined)?.detail,
  );

/** Without WebGL there are the preview and a clear word. */
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

/** Measures an angle with the keyboard, then cuts the scans and sees an outline at scale. */
async function measure(stage: Locator): Promise<void> {
  const take = async (tool: string) => {
    await stage.getByRole('button', { name: 'Tools', exact: true }).click();
    await stage.getByRole('menuitemcheckbox', { name: tool }).click();
  };
  await take('Measure an angle');
  const taken = stage.getByRole('region', { name: 'Measures' });
  const canvas = stage.locator('canvas').first();
  await expect(async () => {
    await canvas.focus();
    await canvas.press('Enter');
    await canvas.press('ArrowLeft');
    await canvas.press('ArrowUp');
    await expect(taken).toContainText(/\d\.\d°/, { timeout: 1000 });
  }).toPass({ timeout: 30_000 });
  await take('Section');
  const section = stage.getByRole('region', { name: 'Section' });
  await expect(section).toContainText(/Grid: \d+\.\d\d mm/);
  await expect(section.locator('path[stroke]').first()).toHaveAttribute('d', /^M.+L/);
  await section.getByRole('slider', { name: 'Position' }).press('ArrowRight');
  await expect(section).toContainText('0.05 mm');
}

/** Every file by itself and all as one zip hold the bytes that were sent. */
async function fetchBack(page: Page, sent: readonly Pick<LocalFile, 'name' | 'buffer'>[]): Promise<void> {
  for (const file of sent) {
    const link = page.getByRole('link', { name: `Download ${file.name}` });
    expect(sha256(await saved(page, () => link.click())), file.name).toBe(sha256(file.buffer));
  }
  const all = page.getByRole('button', { name: 'Download All Files' });
  const entries = await unzip(await saved(page, () => all.click()));
  const got = entries.map(({ name, bytes }) => ({ name: basename(name), buffer: bytes }));
  expect(sums(got)).toMatchObject(sums(sent));
}

test('a clinic sends a case to a lab, which opens it in 3D and answers, both live', async ({ browser }) => {
  test.setTimeout(180_000);
  const lab = await signIn(browser, DEMO.lab, { at: '/connections' });
  const pending = lab.page.getByRole('region', { name: /^Pending Connections/ });
  await expect(pending.getByRole('listitem').first()).toBeVisible();

  const clinic = await newDentist(browser, { first: 'Mara', last: 'Lindqvist', phone: someNumber() });
  await test.step('the clinic asks for a connection, the lab sees it without reloading', async () => {
    const { page } = clinic;
    await page.goto(url('/connections'));
    await page.getByRole('button', { name: 'Create New Connection' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill(DEMO.lab);
    await dialog.getByLabel('Message').fill('May we send you our crowns?');
    await dialog.getByRole('button', { name: 'Create Connection' }).click();
    await page.getByRole('button', { name: 'OK' }).click();

    const request = pending.getByRole('listitem').filter({ hasText: 'Mara Lindqvist' });
    await expect(request).toContainText('May we send you our crowns?');
    await request.getByRole('button', { name: 'Accept Invitation' }).click();
    const accepted = { name: /^Accepted Connections/ };
    await expect(lab.page.getByRole('region', accepted)).toContainText('Mara Lindqvist');
    await expect(page.getByRole('region', accepted)).toContainText('Lena Hoff');
  });

  const patient = { first: 'Theo', last: 'Ahlgren' };
  const scans = jaws(71);
  await lab.page.goto(url('/cases'));
  await expect(lab.page.getByRole('region', { name: 'Case list' })).toBeVisible();
  await fillCase(clinic.page, { patient, recipient: 'Lena Hoff', note: NOTE, files: scans });
  const no = await send(clinic.page);

  await test.step('the lab sees the case without reloading, and what is in it', async () => {
    await lab.page.getByRole('link', { name: new RegExp(`${named(patient)}.*${no}`) }).click();
    const opened = openCase(lab.page, named(patient));
    await expect(opened).toContainText(NOTE);
    await expect(opened).toContainText('Zirconia');
    await expect(opened).toContainText('A2');
    await expect(opened).toContainText('16');
  });
  await test.step('the lab looks at the scans, whatever its graphics card does', () =>
    lookAtScans(lab.page, ['Upper jaw', 'Lower jaw'], async (stage) => {
      await measure(stage);
      await loseContext(stage);
    }));
  await test.step('the browser of the clinic makes the picture of the scans, and one is enough', async () => {
    const preview = lab.page.getByRole('region', { name: '3D viewer' });
    const picture = preview.getByRole('img', { name: 'Preview of the scans' });
    await expect(picture).toBeVisible({ timeout: 60_000 });
    expect(await drawnShare(picture)).toBeGreaterThan(0.02);
    await expect(openCase(lab.page, named(patient))).toContainText('Preview3D.png');
  });
  await test.step('without WebGL the picture stays', () => lookWithoutWebGl(clinic.page));
  await test.step('the lab fetches the bytes', () => fetchBack(lab.page, scans));

  await test.step('the lab works on it, the clinic sees each step', async () => {
    const seen = header(clinic.page, named(patient));
    await expect(seen).toContainText('Open');
    await changeStatus(lab.page, 'Open', 'In Progress');
    await expect(seen).toContainText('In Progress');
    await expect(
      clinic.page.getByRole('button', { name: 'Also looking at this case: Lena Hoff' }),
    ).toBeVisible();
    await comment(lab.page, 'The margin of 16 is well readable.', () =>
      expect(openCase(clinic.page, named(patient))).toContainText('Lena Hoff is writing a comment'),
    );
    await expect(openCase(clinic.page, named(patient))).toContainText('The margin of 16 is well readable.');
    await lab.page.getByRole('button', { name: 'Change assignee' }).click();
    await lab.page.getByRole('option', { name: 'Marco Rossi' }).click();
    await expect(openCase(lab.page, named(patient))).toContainText('Marco Rossi');
    await changeStatus(lab.page, 'In Progress', 'Complete');
    await expect(seen).toContainText('Completed');
  });
  await test.step('the clinic closes it, the lab sees that', async () => {
    await changeStatus(clinic.page, 'Completed', 'Close');
    await expect(header(lab.page, named(patient))).toContainText('Closed');
  });
  await test.step('what was said is found again, and the dashboard leads to what is due', async () => {
    const { page } = lab;
    await page.goto(url('/cases'));
    const list = page.getByRole('region', { name: 'Case list' });
    await list.getByRole('searchbox', { name: 'Search cases' }).fill('WELL readab');
    await page.keyboard.press('Enter');
    await expect(list.getByRole('link', { name: new RegExp(no) })).toBeVisible();
    await page.goto(url('/dashboard'));
    const overdue = page.getByRole('link', { name: /Overdue cases$/ });
    await expect(overdue).toHaveText(/^\d+/);
    const count = /\d+/.exec(await overdue.innerText())?.[0];
    await overdue.click();
    await expect(list).toContainText(`/ ${count}`);
    await expect(list).toContainText('Overdue');
  });
  await lab.context.close();
  await clinic.context.close();
});

/** Beside the checkout, or beside the folder of its worktrees. */
const SCANS =
  ['../../../shared/scans', '../../../../shared/scans']
    .map((path) => join(import.meta.dirname, path))
    .find((path) => existsSync(path)) ?? '';
/** The viewer shows the scans of one format at a time: that of the newest file. */
const REAL = [
  {
    what: 'large STL, binary and text',
    names: ['fulljaw26-maxilla-teeth.stl', 'smartee1-upper-ascii.stl'],
    layers: ['Upper jaw'],
    scansFollow: true,
  },
  {
    what: 'a pair of OBJ',
    names: ['smartee0-upper.obj', 'smartee0-lower.obj'],
    layers: ['Upper jaw', 'Lower jaw'],
    scansFollow: false,
  },
  {
    what: 'a coloured PLY',
    names: ['teeth3ds-CLNVA9MZ-lower.ply'],
    layers: ['Lower jaw'],
    scansFollow: true,
  },
];

for (const { what, names, layers, scansFollow } of REAL) {
  test(`scans of real patients are seen in 3D and come back as they were sent: ${what}`, async ({
    browser,
  }) => {
    test.skip(!names.every((name) => existsSync(join(SCANS, name))), 'the scans are not on this machine');
    test.setTimeout(240_000);
    const paths = names.map((name) => join(SCANS, name));
    const scans = await Promise.all(
      names.map(async (name, at) => ({ name, buffer: await readFile(paths[at] ?? '') })),
    );
    const patient = { first: 'Ines', last: `Valverde ${names.length}${layers.length}` };
    const clinic = await signIn(browser, DEMO.dentist);
    await fillCase(clinic.page, { patient, recipient: 'Lena Hoff', files: paths, scansFollow });
    const no = await send(clinic.page);
    const lab = await signIn(browser, DEMO.lab, { at: `/cases/${no}` });
    await expect(openCase(lab.page, named(patient))).toBeVisible();
    await lookAtScans(lab.page, layers);
    await fetchBack(lab.page, scans);
    await lab.context.close();
    await clinic.context.close();
  });
}
