import { type BrowserContext, test as base } from '@playwright/test';
import { leaveBrowsers, takeBrowser } from './browsers.ts';

/** A journey; its browsers are left to the next one. */
export const test = base.extend<{ context: BrowserContext; leaving: undefined }>({
  context: async ({ browser }, use) => use(await takeBrowser(browser)),
  leaving: [
    async ({ browser: _ }, use, { errors }) => {
      await use(undefined);
      // After a failure the pages stay for their picture, and this process ends.
      if (errors.length === 0) await leaveBrowsers();
    },
    { auto: true },
  ],
});
