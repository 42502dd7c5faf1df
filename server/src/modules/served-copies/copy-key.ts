import type { Storage } from '../../platform/files/storage.ts';
import { COPY_RECIPE, type CopyKind } from './served-copies.sql.ts';

const KINDS: readonly CopyKind[] = ['clean', 'preview'];

/** Storage key of a copy beside the original bytes. A retry overwrites the first. */
export const copyKey = (storageKey: string, kind: CopyKind, recipe = COPY_RECIPE): string =>
  `${storageKey}.${kind}${recipe}`;

/** Removes every copy of stored bytes, of any recipe. */
export async function removeServedCopies(storage: Storage, storageKey: string): Promise<void> {
  for (const kind of KINDS)
    for (let recipe = 1; recipe <= COPY_RECIPE; recipe++)
      await storage.remove(copyKey(storageKey, kind, recipe));
}
