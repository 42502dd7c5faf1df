import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      // Pure functions: a process of its own for each file would take longer than they do.
      { test: { name: 'contract', root: 'contract', include: ['src/**/*.test.ts'], isolate: false } },
      {
        test: {
          name: 'server',
          root: 'server',
          include: ['src/**/*.test.ts'],
          globalSetup: ['src/testing/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'web', root: 'web', include: ['src/**/*.test.{ts,tsx}'], isolate: false } },
    ],
    pool: 'forks',
    maxWorkers: 2,
  },
});
