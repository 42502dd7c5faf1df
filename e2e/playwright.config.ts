import { defineConfig } from '@playwright/test';
import { BROWSER_ARGS, findHeadlessBrowser } from './support/browser.ts';

export default defineConfig({
  testDir: 'journeys',
  outputDir: 'test-results',
  globalSetup: './support/global-setup.ts',
  workers: 2,
  fullyParallel: false,
  // Limits end what hangs; a busy machine may take its time.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // A machine that stands still for a while is no fault of the product; whoever is tried again is named.
  retries: 1,
  reporter: 'list',
  use: {
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1440, height: 900 },
    // Pictures between two states cost much and show nothing; where motion is what is shown, a journey asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    trace: 'off',
    actionTimeout: 40_000,
    launchOptions: {
      executablePath: await findHeadlessBrowser(),
      // Pages of one person share a process, which has compiled our code by the second of them.
      args: [...BROWSER_ARGS, '--process-per-site'],
    },
  },
});
