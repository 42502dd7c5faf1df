import { PAGES } from '@cusp/contract/pages';
import type { Language } from '@cusp/contract/wire';
import { expect, type Page } from '@playwright/test';
import { foreignWords, overflow, textsOf, wordsOn } from '../support/languages.ts';
import { DEMO, signIn, url } from '../support/people.ts';
import { move } from '../support/screens.ts';
import { test } from '../support/test.ts';

/** Screens with the text key of their heading. */
const GUEST = [
  [PAGES.login, 'login.title'],
  [PAGES.signup, 'signup.title'],
  [PAGES.passwordReset, 'password.request.title'],
] as const;
const SIGNED_IN = [
  [PAGES.dashboard, 'dashboard.title'],
  [PAGES.newCase, 'new-case.title'],
  [PAGES.connections, 'connections.title'],
  [PAGES.groups, 'groups.title'],
  [PAGES.settings, 'settings.title'],
  [PAGES.profile, 'profile.title'],
  [PAGES.security, 'security.title'],
  [PAGES.cases, 'cases.title'],
] as const;

/**
 * French has the longest texts, and Polish the longest words of the languages that no layout test shows. A text that
 * one language lacks is found without a browser.
 */
const LANGUAGES = ['fr', 'pl'] as const satisfies readonly Language[];

const softly = expect.configure({ soft: true });

const speak = (page: Page, language: Language) =>
  page.context().addCookies([{ name: 'cusp_language', value: language, url: url('/') }]);

/**
 * Visits all screens, of which the first is open: each has its heading, no untranslated text, and nothing wider than
 * the window. The window is narrow except for the last screen, whose list opens its first case if it is wide.
 */
async function readThrough(
  page: Page,
  language: Language,
  screens: readonly (readonly [path: string, heading: string])[],
) {
  const texts = textsOf(language);
  await page.setViewportSize({ width: 390, height: 900 });
  for (const [at, [path, key]] of screens.entries()) {
    if (path === PAGES.cases) await page.setViewportSize({ width: 1440, height: 900 });
    if (at > 0) await move(page, path);
    const name = texts.get(key);
    expect(name, key).toBeTruthy();
    await expect(page.getByRole('heading', { name, exact: true }).first()).toBeVisible();
    if (path === PAGES.cases) await expect(page.getByRole('article')).toBeVisible();
    softly(foreignWords(language, await wordsOn(page)), `${language} ${path}`).toEqual([]);
    await softly.poll(() => overflow(page), { message: `${language} ${path}` }).toBe(0);
  }
}

test('signed out, no text is untranslated or too wide', async ({ page }) => {
  for (const language of LANGUAGES) {
    await speak(page, language);
    await page.goto(url(PAGES.login));
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await readThrough(page, language, GUEST);
  }
});

/** The date format of the languages. */
const DAYS = {
  fr: (year: string, month: string, day: string) => `${day}/${month}/${year}`,
  pl: (year: string, month: string, day: string) => `${day}.${month}.${year}`,
};

/** The sending date of the case that the page opens next, in the page's time zone. */
async function sentDay(page: Page): Promise<[year: string, month: string, day: string]> {
  // The other screens come before it.
  const reply = await page.waitForResponse(/\/heclore\/v1\/cases\/\d{4}-\w+\/$/, { timeout: 120_000 });
  const { published_date } = (await reply.json()) as { published_date: string };
  const timeZone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  // Swedish dates are written year, month, day.
  const [year = '', month = '', day = ''] = new Date(published_date)
    .toLocaleDateString('sv-SE', { timeZone })
    .split('-');
  return [year, month, day];
}

test('signed in, no text is untranslated or too wide, and dates have the format of the language', async ({
  browser,
}) => {
  const { page } = await signIn(browser, DEMO.technician);
  for (const language of LANGUAGES) {
    await speak(page, language);
    await page.goto(url(PAGES.dashboard));
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    const [sent] = await Promise.all([sentDay(page), readThrough(page, language, SIGNED_IN)]);
    await expect(page.getByRole('article')).toContainText(DAYS[language](...sent));
  }
});
