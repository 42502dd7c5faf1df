import { NOBODY } from '../http/actor.ts';
import type { Services } from '../services.ts';
import { inTransaction } from '../work.ts';

/** Delay after which the bytes of an upload without a row are removed. */
const ORPHAN_AFTER_MS = 24 * 3600 * 1000;

/** Removes bytes after a day if no row refers to them, because the server died or the database was lost in between. */
export const forgetUnlessKept = (services: Services, key: string): Promise<void> =>
  inTransaction(services, NOBODY, (work) =>
    work.enqueue('delete-bytes', { key }, { startAfter: new Date(Date.now() + ORPHAN_AFTER_MS) }),
  );
