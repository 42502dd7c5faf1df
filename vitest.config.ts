import { defineConfig } from 'vitest/config';

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
      // The browser's modules keep state, and some tests replace them: no file may meet those of another.
      {
        test: {
          name: 'web',
          root: 'web',
          include: ['*.test.ts', 'src/**/*.test.{ts,tsx}'],
          exclude: ['**/*.layout.test.tsx'],
          isolate: true,
          testTimeout: 60_000,
          restoreMocks: true,
        },
      },
    ],
    pool: 'forks',
    maxWorkers: 2,
  },
});
