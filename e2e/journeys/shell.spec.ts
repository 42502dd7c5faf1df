import { expect, type Page } from '@playwright/test';
import { asPerson, DEMO, signIn, uniqueName, url } from '../support/people.ts';
import { complaints } from '../support/screens.ts';
import { sendCase } from '../support/send-case.ts';
import { test } from '../support/test.ts';

const panel = (page: Page) => page.getByRole('complementary').first();
const width = async (page: Page) => Math.round((await panel(page).boundingBox())?.width ?? 0);

test('the left panel collapses at 1440 px, the skip link comes first, and dark applies from the first paint', async ({
  browser,
}) => {
  const { page } = await signIn(browser, DEMO.dentist, { at: '/' });
  await expect.poll(() => width(page)).toBe(64);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  await page.setViewportSize({ width: 1441, height: 900 });
  await expect.poll(() => width(page)).toBe(256);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(() => width(page)).toBe(64);
  await page.getByRole('button', { name: 'Expand panel' }).click();
  await expect.poll(() => width(page)).toBe(256);

  await page.getByRole('button', { name: /^Menu of/ }).click();
  await page.getByText('Dark', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  const reply = await page.reload();
  expect(await reply?.text()).toContain('data-mantine-color-scheme="dark"');
  await expect.poll(() => width(page)).toBe(256);
  await page.setViewportSize({ width: 991, height: 900 });
  await expect(panel(page)).toBeHidden();
  await expect(page.getByRole('link', { name: 'Cases', exact: true })).toBeVisible();
});

for (const width of [1440, 390])
  test(`the first rows are painted before the code runs, in their later places, keep a click, and leave with the person at ${width} px`, async ({
    browser,
  }) => {
    const { context, page } = await signIn(browser, DEMO.technician);
    const heard = complaints(page);
    await page.setViewportSize({ width, height: 900 });
    let code = Promise.withResolvers<void>();
    await page.route('**/assets/index-*.js', (route) => code.promise.then(() => route.continue()));
    // Other journeys change the cases meanwhile.
    let list: string | undefined;
    await page.route('**/heclore/v1/cases/?*', async (route) => {
      list ??= await (await route.fetch()).text();
      await route.fulfill({ body: list, contentType: 'application/json' });
    });
    const rows = () =>
      page.locator('a[data-case]').evaluateAll((links) =>
        links.slice(0, 6).map((link) => {
          const { x, y, width, height } = link.getBoundingClientRect();
          return { text: (link as HTMLElement).innerText, x, y, width, height };
        }),
      );
    const painted = page.locator('.paint a[data-case]');
    await page.goto(url('/cases'), { waitUntil: 'commit' });
    await expect(painted.nth(5)).toBeVisible();
    // The font moves words.
    await page.evaluate(() => document.fonts.ready.then(() => {}));
    const before = await rows();
    await expect(page.getByRole('link')).toHaveCount(0);
    code.resolve();
    await expect(page.getByRole('region', { name: 'Case list' })).toBeVisible();
    await expect(painted).toHaveCount(0);
    await expect.poll(rows).toEqual(before);
    expect(
      await page.evaluate(() => ['earlyList', 'takeEarlyRow'].filter((name) => Reflect.get(window, name))),
    ).toEqual([]);
    expect(heard).toEqual([]);

    code = Promise.withResolvers();
    await page.goto(url('/cases'), { waitUntil: 'commit' });
    const second = painted.nth(1);
    const no = await second.getAttribute('data-no');
    if (width === 390) await second.click();
    else {
      // The row is replaced while the button is down.
      await second.hover();
      await page.mouse.down();
    }
    code.resolve();
    if (width !== 390) {
      await expect(painted).toHaveCount(0);
      await expect.poll(rows).toEqual(before);
      await page.mouse.up();
    }
    await expect(page).toHaveURL(url(`/cases/${no}`));

    code = Promise.withResolvers();
    await page.goto(url('/cases'), { waitUntil: 'commit' });
    await expect(painted.first()).toBeVisible();
    const other = await context.newPage();
    await other.goto(url('/brands/cusp/mark.svg'));
    await other.evaluate(() => localStorage.clear());
    await expect(painted).toHaveCount(0);
    code.resolve();
    await expect(page).toHaveURL(/\/login/);
  });

test('status chips select several statuses, and All clears the filter', async ({ browser }) => {
  const { page } = await signIn(browser, DEMO.dentist, { at: '/' });
  await page.getByRole('button', { name: 'Expand panel' }).click();
  const chips = page.getByRole('group', { name: 'Filter cases by status' });
  await chips.getByRole('button', { name: 'Closed' }).click();
  await expect(page).toHaveURL(/\/cases\S*\?status=Closed$/);
  await chips.getByRole('button', { name: 'Open', exact: false }).first().click();
  await expect(page).toHaveURL(/\?status=Open,Closed$/);
  await expect(chips.getByRole('button', { name: 'Closed' })).toHaveAttribute('aria-pressed', 'true');
  await chips.getByRole('button', { name: 'All' }).click();
  await expect(page).not.toHaveURL(/status=/);

  // From another screen too, whatever filters were stored.
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  const filters = page.getByRole('dialog', { name: 'Filters' });
  await filters.getByText('Completed', { exact: true }).click();
  await filters.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/\?status=Completed$/);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await chips.getByRole('button', { name: 'All' }).click();
  await expect(page).toHaveURL(/\/cases\/[^?]+$/);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  // Only a list that has closed applies the stored filters when it opens again.
  await expect(page.getByRole('region', { name: 'Case list' })).toBeHidden();
  await page.getByRole('link', { name: 'Cases', exact: true }).click();
  await expect(page).toHaveURL(/\?status=Completed$/);
});

test('changes by another person appear in every tab without reloading, also after a lost connection', async ({
  browser,
}) => {
  const { id } = await sendCase(DEMO.secondDentist, DEMO.lab, { first: uniqueName('Ida'), last: 'Watched' });
  const dentist = await signIn(browser, DEMO.secondDentist);
  const { page } = dentist;
  const second = await dentist.context.newPage();
  for (const tab of [page, second]) {
    await tab.setViewportSize({ width: 1600, height: 900 });
    await tab.goto(url('/dashboard'));
  }
  const count = (tab: Page, status: string) =>
    tab
      .getByRole('group', { name: 'Filter cases by status' })
      .getByRole('button', { name: new RegExp(`^${status} `) })
      .innerText();
  const number = async (tab: Page, status: string) => Number(/\d+/.exec(await count(tab, status))?.[0]);
  await expect.poll(() => count(page, 'Open')).toMatch(/\d/);
  await expect.poll(() => count(second, 'Open')).toMatch(/\d/);
  const before = await number(page, 'In Progress');

  const act = (action: string) => asPerson(DEMO.lab, 'PUT', `/cases/${id}/status/`, { action });
  await act('PROC');
  await expect.poll(() => number(page, 'In Progress')).toBe(before + 1);
  await expect.poll(() => number(second, 'In Progress')).toBe(before + 1);

  // The tab with the stream closes: the other one takes over without losing events.
  await page.close();
  await act('OPEN');
  await expect.poll(() => number(second, 'In Progress')).toBe(before);
});
