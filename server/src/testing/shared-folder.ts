import { existsSync } from 'node:fs';

/**
 * Folder of real scans and of the test files of other readers. It lies beside the project, or beside the folder of its
 * worktrees, and is not part of it; tests that use it are skipped where it is absent.
 */
export const sharedFolder: URL =
  [process.env.SHARED, '../../../../shared/', '../../../../../shared/']
    .filter((path) => path !== undefined)
    .map((path) => new URL(path.endsWith('/') ? path : `${path}/`, import.meta.url))
    .find((url) => existsSync(url)) ?? new URL('../../../../shared/', import.meta.url);
