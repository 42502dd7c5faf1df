import type { Storage } from '../../platform/files/storage.ts';
import { COPY_RECIPE, type CopyKind } from './served-copies.sql.ts';

const KINDS: readonly CopyKind[] = ['clean', 'preview'];

/** Where a copy stands beside the bytes it was made of. A second try writes over the first. */
export const copyKey = (storageKey: string, kind: CopyKind, recipe = COPY_RECIPE): string =>
  `${storageKey}.${kind}${recipe}`;

/** Removes every copy of some bytes, of whatever recipe. */
export async function removeServedCopies(storage: Storage, storageKey: string): Promise<void> {
  for (const kind of KINDS)
    for (let recipe = 1; recipe <= COPY_RECIPE; recipe++)
      await storage.remove(copyKey(storageKey, kind, recipe));
}
