import { defineConfig } from 'vitest/config';
import { helpPages } from './web/help-pages.ts';
import { textPacks } from './web/text-packs-plugin.ts';

/** Tests of the web that replace or reload modules, because the files of a process share modules. */
const replacing = [
  'src/client/upload-in-parts.test.ts',
  'src/features/viewer/scene/scene-sync.test.ts',
  'src/features/support/support-tab.test.tsx',
];
/** Component tests that do so; the second needs texts that are not loaded yet. */
const screensAlone = [
  'src/features/identity/signup/signup-screen.test.tsx',
  'src/features/security/second-step-banner.test.tsx',
];
const staff = '**/admin/**/*.test.tsx';

/**
 * Tests that compute run first, in one process for each of two processors, because each process loads the application
 * anew. Tests that also wait, for PostgreSQL and for limits in seconds, run in one more.
 */
const computing = {
  maxWorkers: 2,
  sequence: { groupOrder: 0 },
  // Room for more new objects: fewer collections spare component tests 7 % of their processor time.
  execArgv: ['--max-semi-space-size=64'],
};
const waiting = { maxWorkers: 3, sequence: { groupOrder: 1 } };

/** A second, the default, is not enough on a busy machine. */
const polling = { poll: { timeout: 20_000 } };

/** Component tests, whose screens need a window. */
const screens = (name: string, include: string[], exclude: string[] = [], url = 'http://localhost:3000') => ({
  name,
  root: 'web',
  include,
  exclude: ['**/*.layout.test.tsx', ...exclude],
  setupFiles: ['src/testing/setup-screens.ts'],
  // The markup around every screen exceeds the default of 7,000 characters, so a failure would not show the screen.
  env: { DEBUG_PRINT_LIMIT: '40000' },
  // Like in the journeys, animations cost time without any use here.
  environmentOptions: { happyDOM: { url, settings: { device: { prefersReducedMotion: 'reduce' } } } },
  testTimeout: 60_000,
  expect: polling,
  restoreMocks: true,
  ...computing,
});

export default defineConfig({
  // Files share their worker's process, because loading the server again for each takes longer than many of them.
  test: {
    isolate: false,
    projects: [
      {
        test: {
          ...computing,
          name: 'packages',
          include: ['{text,mesh,fixtures,dental,contract}/src/**/*.test.ts'],
          testTimeout: 30_000,
          expect: polling,
        },
      },
      {
        test: {
          ...waiting,
          name: 'local-postgres',
          root: 'local-postgres',
          include: ['src/**/*.test.ts'],
          testTimeout: 120_000,
          expect: polling,
        },
      },
      {
        test: {
          ...waiting,
          name: 'server',
          root: 'server',
          include: ['src/**/*.test.ts'],
          globalSetup: ['src/testing/global-setup.ts'],
          // Only ends hung tests: the longest take 15 seconds on a quiet machine, and three times as long on a busy one.
          testTimeout: 90_000,
          expect: polling,
          hookTimeout: 60_000,
          restoreMocks: true,
        },
      },
      {
        plugins: [helpPages(), textPacks()],
        test: {
          ...computing,
          name: 'web',
          root: 'web',
          include: ['src/**/*.test.ts'],
          exclude: replacing,
          testTimeout: 30_000,
          expect: polling,
          restoreMocks: true,
          unstubGlobals: true,
        },
      },
      // The files of a process share its window, because React and the client's modules keep hold of it.
      {
        plugins: [helpPages(), textPacks()],
        test: screens('screens', ['src/**/*.test.tsx'], [staff, ...screensAlone, ...replacing]),
      },
      // The area of a page is decided when its modules load.
      {
        plugins: [helpPages(), textPacks()],
        test: screens('screens-adm', [`src/${staff}`], [], 'http://localhost:3000/adm'),
      },
      {
        plugins: [helpPages(), textPacks()],
        test: { ...screens('screens-alone', screensAlone), isolate: true },
      },
      {
        plugins: [helpPages(), textPacks()],
        test: {
          ...computing,
          name: 'web-alone',
          root: 'web',
          include: replacing,
          isolate: true,
          testTimeout: 30_000,
          expect: polling,
          restoreMocks: true,
          unstubGlobals: true,
        },
      },
    ],
    pool: 'forks',
  },
});
