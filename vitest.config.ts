import { defineConfig } from 'vitest/config';

/** Tests of the web that replace modules, which files that share a process would meet too. */
const mocking = ['src/features/viewer/scene-sync.test.ts'];

export default defineConfig({
  // Files share their worker's process: loading the server again for each takes longer than many of them.
  test: {
    isolate: false,
    projects: [
      {
        test: {
          name: 'packages',
          include: ['{text,mesh,fixtures,dental,contract}/src/**/*.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'local-postgres',
          root: 'local-postgres',
          include: ['src/**/*.test.ts'],
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'server',
          root: 'server',
          include: ['src/**/*.test.ts'],
          globalSetup: ['src/testing/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          restoreMocks: true,
        },
      },
      {
        test: {
          name: 'web',
          root: 'web',
          include: ['src/**/*.test.ts'],
          exclude: mocking,
          testTimeout: 30_000,
          restoreMocks: true,
          unstubGlobals: true,
        },
      },
      // React keeps hold of its window, and the client's modules of their session: each of these files has a process.
      {
        test: {
          name: 'screens',
          root: 'web',
          include: ['src/**/*.test.tsx', ...mocking],
          exclude: ['**/*.layout.test.tsx'],
          isolate: true,
          testTimeout: 60_000,
          restoreMocks: true,
        },
      },
    ],
    pool: 'forks',
    // More than the processors: tests also wait, for PostgreSQL and for limits in seconds.
    maxWorkers: 3,
  },
});
