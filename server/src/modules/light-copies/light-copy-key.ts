import { LIGHT_RECIPE } from '@cusp/mesh/light-copy';
import type { Storage } from '../../platform/files/storage.ts';

/** Storage key of the copy beside the original bytes. A retry overwrites the first. */
export const lightCopyKey = (storageKey: string, recipe = LIGHT_RECIPE): string =>
  `${storageKey}.light${recipe}`;

/** Removes every copy of stored bytes, of any recipe. */
export async function removeLightCopies(storage: Storage, storageKey: string): Promise<void> {
  for (let recipe = 1; recipe <= LIGHT_RECIPE; recipe++)
    await storage.remove(lightCopyKey(storageKey, recipe));
}
