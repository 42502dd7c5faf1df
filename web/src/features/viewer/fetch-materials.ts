import { materialFileKey } from '@cusp/contract/mesh/material-files';
import type { MaterialsOf } from '../../viewer/mesh-loader.ts';
import type { ViewerFile } from '../../viewer/plan-scene.ts';
import type { FetchFile } from './case-viewer.types.ts';

/** Fetches the material files that a scan asks for. A scan is shown without those that are missing or do not come. */
export const fetchMaterials =
  (files: readonly ViewerFile[], fetchFile: FetchFile, signal: AbortSignal): MaterialsOf =>
  async (keys) => {
    const asked = keys.flatMap(
      (key) => files.find(({ filename }) => materialFileKey(filename) === key) ?? [],
    );
    const fetched = await Promise.allSettled(asked.map((file) => fetchFile(file, () => {}, signal)));
    signal.throwIfAborted();
    return fetched.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  };
