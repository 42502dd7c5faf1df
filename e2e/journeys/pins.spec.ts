import { expect, type Page, test } from '@playwright/test';
import { findings } from '../support/axe.ts';
import { fillCase, send } from '../support/case-form.ts';
import { drawnShare, jaws } from '../support/files.ts';
import { DEMO, signIn, url } from '../support/people.ts';

const comments = (page: Page) => page.getByRole('region', { name: 'Comments' });
const stage = (page: Page) => page.getByRole('dialog', { name: '3D viewer' });
const canvas = (page: Page) => stage(page).locator('canvas').first();
const tool = (page: Page, name: string | RegExp) =>
  stage(page).getByRole('toolbar').getByRole('button', { name });
const composer = (page: Page) => stage(page).getByRole('region', { name: 'New pin' });
const mark = (page: Page, name: RegExp) => stage(page).getByRole('button', { name });
const isReady = async (page: Page) => {
  await expect(stage(page).getByRole('button', { name: 'Show Upper jaw', exact: true })).toBeVisible({
    timeout: 60_000,
  });
  await expect(stage(page).getByRole('status')).toBeHidden({ timeout: 60_000 });
};

/** A place of the canvas where a scan is seen, in CSS pixels from its upper left. */
async function placeOnScan(page: Page): Promise<{ x: number; y: number }> {
  await expect.poll(() => drawnShare(canvas(page))).toBeGreaterThan(0.02);
  const shot = (await canvas(page).screenshot()).toString('base64');
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const pen = new OffscreenCanvas(image.width, image.height).getContext('2d');
    if (!pen) throw new Error('no canvas');
    pen.drawImage(image, 0, 0);
    const [left, top, size] = [image.width / 4, image.height / 4, 12].map(Math.floor) as [number, number, number];
    // A scan is much darker or lighter than the even ground, over a patch as large as a fingertip.
    for (let y = top; y < top * 3; y += 8)
      for (let x = left; x < left * 3; x += 8) {
        const ground = pen.getImageData(2, y + size / 2, 1, 1).data;
        const { data } = pen.getImageData(x, y, size, size);
        let differing = 0;
        for (let at = 0; at < data.length; at += 4)
          if ([0, 1, 2].some((part) => Math.abs((data[at + part] ?? 0) - (ground[part] ?? 0)) > 24)) differing += 1;
        if (differing === size * size) return { x: x + size / 2, y: y + size / 2 };
      }
    throw new Error('no scan is seen');
  }, shot);
}
