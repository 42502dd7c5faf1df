import { defineConfig } from '@playwright/test';
import { BROWSER_ARGS, findHeadlessBrowser } from './support/browser.ts';

export default defineConfig({
  testDir: 'journeys',
  outputDir: 'test-results',
  globalSetup: './support/global-setup.ts',
  workers: 2,
  fullyParallel: false,
  // Only ends hung tests; a busy machine may take its time.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // A machine may stall for a while; the report lists every retried test.
  retries: 1,
  reporter: 'list',
  use: {
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1440, height: 900 },
    // Animations cost time without any use here; a journey about motion turns them on.
    contextOptions: { reducedMotion: 'reduce' },
    // The worker would load all files of the pages in each new context.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    trace: 'off',
    actionTimeout: 40_000,
    launchOptions: {
      executablePath: await findHeadlessBrowser(),
      // Pages of one site share a process, so that later ones reuse compiled code.
      args: [...BROWSER_ARGS, '--process-per-site'],
    },
  },
});
