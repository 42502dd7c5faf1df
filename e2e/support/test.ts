import { type BrowserContext, test as base } from '@playwright/test';
import { leaveBrowsers, takeBrowser } from './browsers.ts';

/** The base of all journeys; it returns their browser contexts for the next one. */
export const test = base.extend<{ context: BrowserContext; leaving: undefined }>({
  context: async ({ browser }, use) => use(await takeBrowser(browser)),
  leaving: [
    async ({ browser: _ }, use, { errors }) => {
      await use(undefined);
      // After a failure the pages stay open for the screenshot, and this process ends.
      if (errors.length === 0) await leaveBrowsers();
    },
    { auto: true },
  ],
});
