import { type Browser, type BrowserContext, test as base } from '@playwright/test';
import { isKeeper, leaveBrowsers, takeBrowser } from './browsers.ts';

/** The base of all journeys; it returns their browser contexts for the next one. */
export const test = base.extend<{ context: BrowserContext; leaving: undefined }>({
  context: async ({ browser }, use) => use(await takeBrowser(browser)),
  leaving: [
    async ({ browser }, use, info) => {
      await use(undefined);
      // After a failure the pages stay open for the screenshot, and this process ends.
      if (info.errors.length === 0) return leaveBrowsers();
      for (const body of await contents(browser))
        await info.attach('content of a page', { body, contentType: 'text/plain' });
    },
    { auto: true },
  ],
});

/** Content of a failed journey's pages as text, because pictures cannot be read in a log. */
async function contents(browser: Browser): Promise<string[]> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  const shown = pages
    .filter((page) => !isKeeper(page))
    .map(async (page) => {
      const tree = await page.locator('body').ariaSnapshot({ timeout: 5000 }).catch(String);
      return `${page.url()}\n${tree}`;
    });
  return Promise.all(shown);
}
