import { expect, type Page } from '@playwright/test';
import { findings } from './axe.ts';

export const ownMenu = (page: Page) => page.getByRole('button', { name: /^Menu of/ });

/** Navigates to one of the person's own screens by the menu. */
export async function openFromMenu(
  page: Page,
  name: 'Edit Profile' | 'Personal Settings' | 'Security',
): Promise<void> {
  await ownMenu(page).click();
  await page.getByRole('menuitem', { name }).or(page.getByRole('link', { name })).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Navigates within the loaded page like its own links, without loading it again. */
export const move = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);

/** Axe has no findings, and the page fits the window. */
export async function expectSound(page: Page, part?: string): Promise<void> {
  expect(await findings(page, { part })).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

/** Console errors of the browser: violations of the page's policy, missing files, uncaught errors. */
export function complaints(page: Page): string[] {
  const heard: string[] = [];
  page.on('pageerror', (error) => heard.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('401'))
      heard.push(`${message.text()} ${message.location().url}`);
  });
  return heard;
}

/** Answers the dialog about leaving unsaved changes. */
export async function answerLeaving(page: Page, answer: 'Cancel' | 'Leave'): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: answer }).click();
  await expect(dialog).toBeHidden();
}
