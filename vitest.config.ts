import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Files share their worker's process: loading the server anew for each took longer than many of them.
  test: {
    isolate: false,
    projects: [
      { test: { name: 'contract', root: 'contract', include: ['src/**/*.test.ts'] } },
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
      { test: { name: 'web', root: 'web', include: ['src/**/*.test.{ts,tsx}'] } },
    ],
    pool: 'forks',
    maxWorkers: 2,
  },
});
