import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/** Takes pictures of the screens instead of testing them; with `CUSP_URL` those of a server that already runs. */
export default defineConfig({
  ...journeys,
  testDir: 'pictures',
  outputDir: 'test-results/pictures',
  globalSetup: process.env.CUSP_URL ? undefined : journeys.globalSetup,
  workers: 1,
  retries: 0,
});
