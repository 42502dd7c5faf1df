import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

const QUALITY = 60;
/** Matches elements that are shown while something loads. */
const LOADING = '[aria-busy=true], [class*=mantine-Skeleton], [class*=mantine-Loader], [class*=skeleton]';

/** Playwright itself has no WebP, which is a third of the size of a PNG. */
export async function takePicture(page: Page, file: string): Promise<void> {
  const protocol = await page.context().newCDPSession(page);
  const { data } = await protocol.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  writeFileSync(file, Buffer.from(data, 'base64'));
  await protocol.detach();
}

/** Runs in the page before its code: cases are a list again, also after a screen that showed them as a board. */
export function forgetLayout(): void {
  try {
    localStorage.removeItem('cusp.my.cases-layout');
  } catch {
    // A new page has no storage.
  }
}

export async function settle(page: Page): Promise<void> {
  await page.locator('h1:not([inert] *)').first().waitFor({ state: 'attached' });
  // The design page shows loading parts permanently.
  await page
    .waitForFunction((parts) => !document.querySelector(parts), LOADING, { timeout: 20_000 })
    .catch(() => {});
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(500);
}
