import { existsSync } from 'node:fs';

/**
 * Folder with real scans and the test files of other readers. It is beside the project, or beside the folder of its
 * worktrees, and not part of it; tests that use it are skipped if it is absent.
 */
export const sharedFolder: URL =
  [process.env.SHARED, '../../../../shared/', '../../../../../shared/']
    .filter((path) => path !== undefined)
    .map((path) => new URL(path.endsWith('/') ? path : `${path}/`, import.meta.url))
    .find((url) => existsSync(url)) ?? new URL('../../../../shared/', import.meta.url);
