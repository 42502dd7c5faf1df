import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BROWSER_ARGS, findHeadlessBrowser } from '../e2e/support/browser.ts';
import { helpPages } from './help-pages.ts';
import { textPacks } from './text-packs-plugin.ts';

// Concurrent runs must not share a cache of bundled packages: each would reload the pages of the others.
const cacheDir = mkdtempSync(join(tmpdir(), 'cusp-layout-'));
process.once('exit', () => rmSync(cacheDir, { recursive: true, force: true }));

/** Component tests that need a layout, in Chromium at the width of a phone. */
export default defineConfig({
  root: import.meta.dirname,
  cacheDir,
  plugins: [react(), helpPages(), textPacks()],
  // A package that is found late reloads the page in the middle of a test.
  optimizeDeps: { entries: ['src/main.tsx', 'src/**/*.worker.ts', 'src/**/*.layout.test.tsx'] },
  test: {
    name: 'layout',
    include: ['src/**/*.layout.test.tsx'],
    setupFiles: ['src/testing/setup-screens.ts'],
    testTimeout: 60_000,
    // A second, the default, is not enough on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    fileParallelism: false,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 390, height: 844 },
      provider: playwright({
        launchOptions: { executablePath: await findHeadlessBrowser(), args: BROWSER_ARGS },
        contextOptions: { locale: 'en-US', reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
});
