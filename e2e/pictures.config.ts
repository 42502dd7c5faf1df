import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/**
 * Takes pictures of the screens instead of testing them, or checks them all with axe; with `CUSP_URL` those of a
 * running server.
 */
export default defineConfig({
  ...journeys,
  testDir: 'pictures',
  testMatch: process.env.SCREENS_AXE ? 'axe.spec.ts' : ['screens.spec.ts', 'help.spec.ts'],
  outputDir: 'test-results/pictures',
  globalSetup: process.env.CUSP_URL ? undefined : journeys.globalSetup,
  workers: 1,
  retries: 0,
});
