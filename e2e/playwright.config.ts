import { defineConfig } from '@playwright/test';
import { BROWSER_ARGS, findBrowser } from './support/browser.ts';

export default defineConfig({
  testDir: 'journeys',
  outputDir: 'test-results',
  globalSetup: './support/global-setup.ts',
  workers: 2,
  fullyParallel: false,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    trace: 'off',
    actionTimeout: 20_000,
    launchOptions: { executablePath: await findBrowser(), args: BROWSER_ARGS },
  },
});
