import { expect, type Page } from '@playwright/test';
import { DEMO, DEMO_PASSWORD, signIn, url } from '../support/people.ts';
import { complaints } from '../support/screens.ts';
import { test } from '../support/test.ts';

async function fill(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('empty fields are not sent, a wrong password shows an error, and the right one signs in', async ({
  page,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await page.goto(url('/login'));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await fill(page, 'no address', 'x');
  expect(sent).toEqual([]);

  await fill(page, DEMO.dentist, 'not the password');
  await expect(page.getByRole('alert')).toHaveText('Check your email or password');
  const field = page.getByLabel('Password', { exact: true });
  await expect(field).toHaveValue('');
  await expect(field).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveValue(DEMO.dentist);

  // The password can be shown by keyboard.
  await field.fill(DEMO_PASSWORD);
  await expect(field).toHaveAttribute('type', 'password');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAttribute('type', 'text');
  await expect(page.getByRole('button', { name: 'Hide password' })).toBeFocused();
  await field.press('Enter');
  await expect(page).toHaveURL(url('/dashboard'));
});

test('a guarded URL leads to sign-in and back to itself', async ({ page }) => {
  await page.goto(url('/cases?status=Open,Closed'));
  await expect(page).toHaveURL(url('/login?next=%2Fcases%3Fstatus%3DOpen%2CClosed'));
  await fill(page, DEMO.dentist, DEMO_PASSWORD);
  // The first case opens automatically, and keeps the filter.
  await expect(page).toHaveURL(/\/cases(\/[^?]+)?\?status=Open,Closed$/);
  await page.goto(url('/login'));
  await expect(page).toHaveURL(url('/dashboard'));
});

test('next never leads to another site', async ({ page }) => {
  await page.goto(url(`/login?next=${encodeURIComponent('https://evil.example')}`));
  await fill(page, DEMO.dentist, DEMO_PASSWORD);
  await expect(page).toHaveURL(url('/dashboard'));
  // The same rule applies to people who are already signed in.
  await page.goto(url(`/login?next=${encodeURIComponent('/\\evil.example')}`));
  await expect(page).toHaveURL(url('/dashboard'));
});

test('on a phone the first screen is the case list', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(url('/login'));
  await fill(page, DEMO.dentist, DEMO_PASSWORD);
  await expect(page).toHaveURL(url('/cases'));
});

test('the language changes without a reload and persists', async ({ page }) => {
  await page.goto(url('/login'));
  await page.getByLabel('Email').fill('kept while the language changes');
  await page.getByLabel('Language').selectOption('ko');
  await expect(page.getByRole('heading', { name: '로그인' })).toBeVisible();
  await expect(page.getByLabel('이메일')).toHaveValue('kept while the language changes');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ko');
  await page.reload();
  await expect(page.getByRole('heading', { name: '로그인' })).toBeVisible();
});

test('unknown URL shows 404, inside the shell for signed-in people', async ({ page, browser }) => {
  const reply = await page.goto(url('/no/such/page'));
  expect(reply?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'not found' })).toBeVisible();
  const inside = await signIn(browser, DEMO.dentist, { at: '/no/such/page' });
  await expect(inside.page.getByRole('heading', { name: 'not found' })).toBeVisible();
  await expect(inside.page.getByRole('main')).toHaveCount(1);
  await inside.page.getByRole('link', { name: 'Connections', exact: true }).click();
  await expect(inside.page).toHaveURL(url('/connections'));
});

for (const width of [1440, 390]) {
  test(`nothing shifts while the page appears at ${width} px, and the font moves words by a few pixels`, async ({
    browser,
  }) => {
    const page = await browser.newPage();
    const heard = complaints(page);
    const [styles, font] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route('**/*.css', (route) => styles.promise.then(() => route.continue()));
    await page.route('**/*.woff2', (route) => font.promise.then(() => route.continue()));
    await page.setViewportSize({ width, height: 900 });
    await page.goto(url('/login'), { waitUntil: 'commit' });
    // Painted without style sheets, and replaced only after they are loaded.
    await expect(page.locator('.paint')).toBeVisible();
    await page.evaluate(() => new Promise((done) => setTimeout(done, 200)));
    await expect(page.locator('.paint')).toBeVisible();
    styles.resolve();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(page.locator('.paint')).toHaveCount(0);
    expect(await layoutShift(page)).toBe(0);
    font.resolve();
    await page.evaluate(() => document.fonts.load('16px "Inter Variable"'));
    await page.waitForLoadState('networkidle');
    // Its widths differ from those of the fallback.
    expect(await layoutShift(page)).toBeLessThan(0.0001);
    expect(heard).toEqual([]);
    await page.close();
  });
}

/** The score of all layout shifts so far. */
const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as { value?: number }).value ?? 0;
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      }),
  );

test('a browser without scripts says what is missing instead of showing a form', async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(url('/login'));
  const sentence = page.locator('.needs-script');
  await expect(sentence).toHaveText(/^This page needs JavaScript/);
  expect((await sentence.boundingBox())?.y).toBeLessThan(200);
  await expect(page.locator('.paint')).toBeAttached();
  await expect(page.locator('.paint')).toBeHidden();
  await page.close();
});

for (const [path, most] of [
  ['/login', 130_000],
  ['/signup', 228_000],
] as const)
  test(`the first visit of ${path} loads at most ${most / 1000} kB of JavaScript`, async ({ browser }) => {
    const page = await browser.newPage();
    const loads: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'script' || request.url().endsWith('.js'))
        loads.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await page.goto(url(path), { waitUntil: 'networkidle' });
    const sizes = await Promise.all(loads);
    expect(sizes.length).toBeGreaterThan(3);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(most);
    await page.close();
  });

test('signing out in one tab signs out all', async ({ browser }) => {
  const { context, page } = await signIn(browser, DEMO.dentist, { at: '/' });
  const other = await context.newPage();
  await other.goto(url('/cases'));
  await expect(other.getByRole('navigation', { name: 'Main navigation' })).toBeVisible();
  await page.getByRole('button', { name: /^Menu of/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(url('/login'));
  await expect(other).toHaveURL(url('/login'));
});

test('a session that was ended elsewhere asks to sign in again and keeps the page', async ({ browser }) => {
  const { context, page } = await signIn(browser, DEMO.colleague, { at: '/' });
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible();
  const reply = await context.request.post(url('/heclore/v1/auth/logout/'), {
    headers: { 'action-id': 'somewhere-else' },
  });
  expect(reply.ok()).toBe(true);
  await expect(page.getByText('Relogin required.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.length)).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL(url('/login?next=%2Fdashboard'));
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});
