import type { Browser, BrowserContext, Cookie, Page } from '@playwright/test';

/** Data that a browser stores about a person: cookies and local storage. */
export interface Remembered {
  cookies: Cookie[];
  stored: Record<string, string>;
}

const NOBODY: Remembered = { cookies: [], stored: {} };

interface Kept {
  context: BrowserContext;
  /** A page of the server without code; it keeps the process alive and gives access to the storage. */
  keeper: Page;
}

const free: Kept[] = [];
const taken: Kept[] = [];

/** Whether a page only keeps its context alive. */
export const isKeeper = (page: Page): boolean => [...free, ...taken].some(({ keeper }) => keeper === page);

async function openNew(browser: Browser): Promise<Kept> {
  const context = await browser.newContext();
  const keeper = await context.newPage();
  await keeper.goto(`${process.env.CUSP_URL}/readyz`);
  return { context, keeper };
}

/**
 * A browser context that stores only the given person. Earlier journeys may have used it: with our code in its cache,
 * it opens a screen in a quarter of the time. Journeys that control the clock or measure a first visit use a new
 * context instead.
 */
export async function takeBrowser(browser: Browser, remembered = NOBODY): Promise<BrowserContext> {
  const kept = free.pop() ?? (await openNew(browser));
  taken.push(kept);
  const { cookies, stored } = remembered;
  if (cookies.length > 0) await kept.context.addCookies(cookies);
  await kept.keeper.evaluate((items) => {
    localStorage.clear();
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
  }, stored);
  return kept.context;
}

/** Clears the contexts of a journey and returns them for the next one. */
export async function leaveBrowsers(): Promise<void> {
  for (const kept of taken.splice(0)) {
    const { context, keeper } = kept;
    if (keeper.isClosed()) continue;
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.setOffline(false);
    const pages = context.pages().filter((page) => page !== keeper);
    await Promise.all(pages.map((page) => page.close()));
    await context.clearCookies();
    free.push(kept);
  }
}
