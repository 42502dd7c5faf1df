import type { Browser, BrowserContext, Cookie, Page } from '@playwright/test';

/** What a browser keeps of a person: cookies, and what the page stores. */
export interface Remembered {
  cookies: Cookie[];
  stored: Record<string, string>;
}

const NOBODY: Remembered = { cookies: [], stored: {} };

interface Kept {
  context: BrowserContext;
  /** A page of the server's without code; it keeps the process alive and reaches what pages store. */
  keeper: Page;
}

const free: Kept[] = [];
const taken: Kept[] = [];

async function openNew(browser: Browser): Promise<Kept> {
  const context = await browser.newContext();
  const keeper = await context.newPage();
  await keeper.goto(`${process.env.CUSP_URL}/readyz`);
  return { context, keeper };
}

/**
 * A browser that remembers nobody but the person given. Earlier journeys may have used it: it has our code in its
 * cache then, and opens a screen in a quarter of the time. Who moves its clock, or measures a first visit, takes a
 * new context instead.
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

/** Leaves the browsers of a journey to the next one, with nothing of a person in them. */
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
