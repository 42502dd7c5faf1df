import { extensionOf } from '@cusp/contract/mesh/classify-scan';
import { MeshError } from '@cusp/contract/mesh/mesh';
import { parseXyz } from '@cusp/contract/mesh/parse-xyz';
import { loadMesh } from '../../viewer/mesh-loader.ts';
import type { PlannedFile, ScenePlan } from '../../viewer/plan-scene.ts';
import type { Viewer } from '../../viewer/viewer.ts';
import type { FetchFile, LoadFailure } from './case-viewer.types.ts';

export interface LoadWatcher {
  progress(id: number, loaded: number): void;
  done(id: number): void;
  failed(planned: PlannedFile, reason: LoadFailure): void;
}

/** Files fetched and read at the same time: one arrives while the other is read. */
const atOnce = 2;

/**
 * Loads all files of a plan into the viewer. A file that fails is reported and the others go on.
 * Rejects only when the signal aborts.
 */
export async function loadScene(
  plan: ScenePlan,
  viewer: Viewer,
  fetchFile: FetchFile,
  watcher: LoadWatcher,
  signal: AbortSignal,
): Promise<void> {
  const queue = [...plan.meshes, ...plan.margins];
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      await loadOne(next, viewer, fetchFile, watcher, signal);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

async function loadOne(
  planned: PlannedFile,
  viewer: Viewer,
  fetchFile: FetchFile,
  watcher: LoadWatcher,
  signal: AbortSignal,
): Promise<void> {
  const { file, kind, layer } = planned;
  try {
    const bytes = await fetchFile(file, (loaded) => watcher.progress(file.id, loaded), signal);
    const extension = extensionOf(file.filename);
    if (extension === 'xyz') viewer.addMargin(parseXyz(new Uint8Array(bytes)), kind.jaw);
    else {
      const mesh = await loadMesh(bytes, extension, signal);
      signal.throwIfAborted();
      viewer.addScan(mesh, layer, kind.jaw);
    }
    watcher.done(file.id);
  } catch (error) {
    signal.throwIfAborted();
    watcher.failed(planned, error instanceof MeshError ? error.code : 'download');
  }
}
