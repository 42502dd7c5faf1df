import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { DEMO, DEMO_PASSWORD, url } from '../support/people.ts';

const MINUTE = 60_000;

/** A signed-in person in a browser whose clock, shared by all tabs, the test controls. */
async function signedIn(context: BrowserContext): Promise<Page> {
  await context.clock.install();
  const page = await context.newPage();
  await page.goto(url('/login'));
  await page.getByLabel('Email').fill(DEMO.dentist);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(url('/dashboard'));
  await watched(page, 0);
  return page;
}

/** Last activity in the browser, shared by its tabs; 0 before the first of them watches it. */
const lastUse = (page: Page) => page.evaluate(() => Number(localStorage.getItem('cusp.my.active')));

/**
 * Waits until a new page watches for activity: its start counts as activity after `before`, so the clock must not move
 * earlier.
 */
const watched = (page: Page, before: number) => expect.poll(() => lastUse(page)).not.toBe(before);

const warning = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?' });

test('after 28 idle minutes the page asks, and stays on confirmation', async ({ context }) => {
  const page = await signedIn(context);
  await context.clock.fastForward(27 * MINUTE);
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible();
  await expect(warning(page)).toBeHidden();
  await context.clock.fastForward(1 * MINUTE + 5000);
  await expect(warning(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stay signed in' })).toBeFocused();
  // Moving the mouse does not count as an answer.
  await page.mouse.move(200, 300);
  await page.mouse.move(220, 310);
  await expect(warning(page)).toBeVisible();
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await context.clock.runFor(1000);
  await expect(warning(page)).toBeHidden();
  await context.clock.fastForward(27 * MINUTE);
  await expect(warning(page)).toBeHidden();
});

test('after 30 idle minutes the page signs out, says why and leads back', async ({ context }) => {
  const page = await signedIn(context);
  await context.clock.fastForward(31 * MINUTE);
  await expect(page).toHaveURL(url('/login?next=%2Fdashboard'));
  await expect(page.getByText('You were signed out because nothing was done for a while.')).toBeVisible();
  const check = async () => (await context.request.get(url('/heclore/v1/auth/check/'))).status();
  await expect.poll(check).toBe(401);
});

test('use of one tab counts for the others', async ({ context }) => {
  const page = await signedIn(context);
  const before = await lastUse(page);
  const other = await context.newPage();
  await other.goto(url('/cases'));
  await watched(other, before);
  await context.clock.fastForward(29 * MINUTE);
  await expect(warning(page)).toBeVisible();
  await expect(warning(other)).toBeVisible();
  await other.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(warning(page)).toBeHidden();
  await context.clock.fastForward(20 * MINUTE);
  await expect(page).toHaveURL(url('/dashboard'));
});
