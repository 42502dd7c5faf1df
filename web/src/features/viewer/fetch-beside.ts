import { fileKey } from '@cusp/mesh/file-key';
import type { BesideOf } from '../../viewer/mesh-loader.ts';
import type { ViewerFile } from '../../viewer/plan-scene.ts';
import type { FetchFile } from './case-viewer.types.ts';

/** Fetches the files that a scan asks for to have colours. It is shown without those that are missing or do not come. */
export const fetchBeside =
  (files: readonly ViewerFile[], fetchFile: FetchFile, signal: AbortSignal): BesideOf =>
  async (keys) => {
    const fetched = await Promise.allSettled(
      keys.map(async (key) => {
        const file = files.find(({ filename }) => fileKey(filename) === key);
        return file ? fetchFile(file, () => {}, signal) : null;
      }),
    );
    signal.throwIfAborted();
    return fetched.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : null));
  };
