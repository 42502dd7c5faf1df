import { expect, type Page } from '@playwright/test';
import { findings } from '../support/axe.ts';
import { fillCase, send } from '../support/case-form.ts';
import { drawnShare, jaws } from '../support/files.ts';
import { DEMO, signIn, url } from '../support/people.ts';
import { test } from '../support/test.ts';

const comments = (page: Page) => page.getByRole('region', { name: 'Comments' });
const stage = (page: Page) => page.getByRole('dialog', { name: '3D viewer' });
const canvas = (page: Page) => stage(page).locator('canvas').first();
const tool = (page: Page, name: string | RegExp) =>
  stage(page).getByRole('toolbar').getByRole('button', { name });
const composer = (page: Page) => stage(page).getByRole('region', { name: 'New pin' });
const mark = (page: Page, name: RegExp) => stage(page).getByRole('button', { name });
const isReady = (page: Page) => expect(tool(page, 'Set a pin')).toBeEnabled({ timeout: 60_000 });

/** A screenshot of the scans once they no longer move or get sharper. */
async function stillShot(page: Page): Promise<Buffer> {
  await expect.poll(() => drawnShare(canvas(page))).toBeGreaterThan(0.02);
  let shot = await canvas(page).screenshot();
  await expect
    .poll(async () => {
      const before = shot;
      shot = await canvas(page).screenshot();
      return shot.equals(before);
    })
    .toBe(true);
  return shot;
}

/** A point of the canvas that shows a scan, in CSS pixels from the top left. */
async function placeOnScan(page: Page): Promise<{ x: number; y: number }> {
  const shot = (await stillShot(page)).toString('base64');
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const pen = new OffscreenCanvas(image.width, image.height).getContext('2d');
    if (!pen) throw new Error('no canvas');
    pen.drawImage(image, 0, 0);
    const [left, top, size] = [image.width / 4, image.height / 4, 12].map(Math.floor) as [
      number,
      number,
      number,
    ];
    // A scan differs in brightness from the even background, over a patch of a fingertip's size.
    for (let y = top; y < top * 3; y += 8)
      for (let x = left; x < left * 3; x += 8) {
        const ground = pen.getImageData(2, y + size / 2, 1, 1).data;
        const { data } = pen.getImageData(x, y, size, size);
        let differing = 0;
        for (let at = 0; at < data.length; at += 4)
          if ([0, 1, 2].some((part) => Math.abs((data[at + part] ?? 0) - (ground[part] ?? 0)) > 24))
            differing += 1;
        if (differing === size * size) return { x: x + size / 2, y: y + size / 2 };
      }
    throw new Error('no scan is visible');
  }, shot);
}

test('a pin with a picture set by the clinic appears live for the technician, also on a phone', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const patient = { first: 'Liv', last: 'Bergstrand' };
  const clinic = await signIn(browser, DEMO.dentist);
  const technician = await signIn(browser, DEMO.technician);
  // Motion is on, because the camera should fly to the pin.
  await technician.page.emulateMedia({ reducedMotion: 'no-preference' });
  await fillCase(clinic.page, { patient, recipient: 'Lena Hoff', files: jaws(83, 6_000) });
  const no = await send(clinic.page);
  await technician.page.goto(url(`/cases/${no}`));
  const show = (page: Page) => page.getByRole('button', { name: 'Show 3D' }).click();

  await test.step('a click with the pin tool sets a pin, and the picture becomes part of the comment', async () => {
    const { page } = clinic;
    await show(page);
    await isReady(page);
    await tool(page, 'Set a pin').click();
    await canvas(page).click({ position: await placeOnScan(page) });
    const text = composer(page).getByRole('textbox', { name: 'Add your comment' });
    await expect(text).toBeFocused();
    await text.fill('Is the margin clear here?');
    await composer(page).getByRole('checkbox', { name: 'Attach a picture of this view' }).check();
    expect(await findings(page)).toEqual([]);
    await composer(page).getByRole('button', { name: 'Post', exact: true }).click();
    await expect(composer(page)).toBeHidden();
    await expect(mark(page, /^Pin 1, Anna Berg$/)).toBeVisible();
    await expect(tool(page, 'Set a pin')).toHaveAttribute('aria-pressed', 'false');
  });

  await test.step('the other side sees comment and picture, and the comment leads to the pin', async () => {
    const { page } = technician;
    const entry = comments(page).getByRole('listitem').filter({ hasText: 'Is the margin clear here?' });
    await expect(
      entry.getByRole('button', { name: new RegExp(`^Open file view-${no}-1-[a-z]{4}\\.png$`) }),
    ).toBeVisible();
    await entry.getByRole('button', { name: /^Pin 1/ }).click();
    const card = stage(page).getByRole('region', { name: 'Pin 1' });
    await expect(card).toContainText('Anna Berg', { timeout: 60_000 });
    await expect(card).toBeFocused();
    await expect(mark(page, /^Pin 1, Anna Berg$/)).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Escape');
    await expect(card).toBeHidden();
    await expect(stage(page)).toBeVisible();
  });

  await test.step('a long press on a phone sets a pin, which appears live for the other side', async () => {
    const { page } = technician;
    await page.setViewportSize({ width: 390, height: 844 });
    await isReady(page);
    await stage(page).getByRole('button', { name: 'Reset orientation' }).click();
    const { x, y } = await placeOnScan(page);
    const box = await canvas(page).boundingBox();
    await page.mouse.move((box?.x ?? 0) + x, (box?.y ?? 0) + y);
    await page.mouse.down();
    await expect(composer(page)).toBeVisible();
    await page.mouse.up();
    const place = async () => {
      const at = await composer(page).boundingBox();
      return [at?.x, at?.width];
    };
    await expect.poll(place).toEqual([0, 390]);
    expect(await findings(page)).toEqual([]);
    await composer(page).getByRole('textbox').fill('Yes, clear.');
    await page.keyboard.press('Control+Enter');
    await expect(mark(clinic.page, /^Pin 2, Marco Rossi$|^Pins 1 and 2$/)).toBeVisible();
  });

  await test.step('the keyboard goes from pin to pin and from there to the comment', async () => {
    const { page } = clinic;
    await tool(page, '2 pins').press('Enter');
    await page.getByRole('menuitem', { name: /Yes, clear/ }).press('Enter');
    const card = stage(page).getByRole('region', { name: 'Pin 2' });
    await expect(card).toBeFocused();
    await card.getByRole('button', { name: 'Next pin' }).press('Enter');
    const first = stage(page).getByRole('region', { name: 'Pin 1' });
    await expect(first).toContainText('Is the margin clear here?');
    await first.getByRole('button', { name: 'Go to comment' }).press('Enter');
    const entry = comments(page).getByRole('listitem').filter({ hasText: 'Is the margin clear here?' });
    await expect(entry).toBeFocused();
    await expect(entry).toBeInViewport();
  });

  await test.step('the author removes the pin', async () => {
    const { page } = clinic;
    const seen = comments(technician.page).getByRole('button', { name: /^Pin 1/ });
    await technician.page.getByRole('button', { name: 'Close 3D' }).click();
    await expect(seen).toBeVisible();
    await comments(page).getByRole('button', { name: 'Edit comment' }).click();
    await page.getByRole('checkbox', { name: 'Keep pin 1' }).uncheck();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(seen).toBeHidden();
  });
});
