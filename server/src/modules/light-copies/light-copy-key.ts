import { LIGHT_RECIPE } from '@cusp/mesh/light-copy';
import type { Storage } from '../../platform/files/storage.ts';

/** Where the copy stands beside the bytes it was made of. A second try writes over the first. */
export const lightCopyKey = (storageKey: string, recipe = LIGHT_RECIPE): string =>
  `${storageKey}.light${recipe}`;

/** Removes every copy of some bytes, of whatever recipe. */
export async function removeLightCopies(storage: Storage, storageKey: string): Promise<void> {
  for (let recipe = 1; recipe <= LIGHT_RECIPE; recipe++)
    await storage.remove(lightCopyKey(storageKey, recipe));
}
