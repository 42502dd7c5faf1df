import type { AppInfo } from '@cusp/contract/brand';
import { PAGES } from '@cusp/contract/pages';
import { expect, type Page } from '@playwright/test';
import { LOOKS, skinOfHost } from '../../server/src/platform/brand/brands.ts';
import { DEMO, DEMO_PASSWORD, url } from '../support/people.ts';
import { test } from '../support/test.ts';

/** The same server under a brand's host name: browsers resolve every name below localhost to this machine. */
const hostOf = (fragment: string | null, path: string) =>
  url(path).replace('//localhost', fragment ? `//${fragment}.localhost` : '//localhost');

const rgb = (hex: string) =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;

/** The current title and colour of the page. */
const painted = (page: Page) =>
  page.evaluate(() => [
    document.title,
    getComputedStyle(document.documentElement).getPropertyValue('--brand'),
  ]);

/** Records every brand name in the title and every colour that the page has from its first moment. */
const rememberLooks = (page: Page) =>
  page.addInitScript(() => {
    const looks = new Set<string>();
    Object.assign(globalThis, { looks });
    const look = () => {
      const colour = getComputedStyle(document.documentElement).getPropertyValue('--brand');
      const name = document.title.split(' – ').at(-1);
      if (name || colour) looks.add(`${name} ${colour}`);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });

/** The positions of heading, fields and buttons, which must not move when the code replaces the painted form. */
const places = (page: Page) =>
  page.locator('#root').evaluate((root) =>
    [...root.querySelectorAll('h1, img, .mantine-Input-input, .mantine-Button-root')]
      .map((each) => each.getBoundingClientRect())
      .filter(({ width }) => width > 0)
      .map(({ x, y, width, height }) => [x, y, width, height].map(Math.round)),
  );

// The default brand and a partner's; the server's tests read the page of every brand.
for (const hostName of [null, 'arcline']) {
  const { key, app_name, company_name, main_color, main_color_dark } = skinOfHost(
    hostName ? `${hostName}.localhost` : 'localhost',
  );
  test(`${key}: the first paint has its name and colours`, async ({ page }) => {
    const address = hostOf(hostName, PAGES.login);
    await rememberLooks(page);

    // The page has its colours before any of our scripts runs.
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/*.js', async (route) => {
      await held;
      await route.continue();
    });
    const reply = await page.goto(address, { waitUntil: 'commit' });
    await expect.poll(() => painted(page)).toEqual([app_name, main_color]);
    await expect(page.locator('#root')).toContainText(app_name);
    await page.waitForFunction(() =>
      [...document.fonts].some(({ family, status }) => /Inter Variable/.test(family) && status === 'loaded'),
    );
    const paintedPlaces = await places(page);
    const html = (await reply?.text()) ?? '';
    for (const other of LOOKS) if (other.key !== key) expect(html).not.toContain(`${other.app_name}<`);
    release();

    const enter = page.getByRole('button', { name: 'Sign in', exact: true });
    await expect(enter).toHaveCSS('background-color', rgb(main_color));
    expect(await places(page)).toEqual(paintedPlaces);
    await expect(page.getByText(company_name).first()).toBeVisible();
    const missing = () =>
      page
        .locator('img')
        .evaluateAll(
          (images) => images.filter((image) => (image as HTMLImageElement).naturalWidth === 0).length,
        );
    await expect.poll(missing).toBe(0);
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--brand-dark'),
    );
    expect(dark).toBe(main_color_dark);
    await page.emulateMedia({ colorScheme: 'light' });

    await page.getByLabel('Email').fill(DEMO.colleague);
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    const answered = page.waitForResponse((each) => each.url().endsWith('/v1/auth/login/'));
    await enter.click();
    expect((await answered).ok()).toBe(true);
    await expect(page).toHaveURL(hostOf(hostName, PAGES.dashboard));
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    expect(await page.evaluate(() => [...(globalThis as unknown as { looks: Set<string> }).looks])).toEqual([
      `${app_name} ${main_color}`,
    ]);
    const info = await page.evaluate(() => document.getElementById('app-info')?.textContent ?? '');
    expect((JSON.parse(info) as AppInfo).odm.key).toBe(key);
  });
}
