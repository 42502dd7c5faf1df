import { extensionOf } from '@cusp/contract/mesh/classify-scan';
import { MeshError } from '@cusp/contract/mesh/mesh';
import { parseXyz } from '@cusp/contract/mesh/parse-xyz';
import { loadLightCopy } from '../../viewer/light-loader.ts';
import { loadMesh } from '../../viewer/mesh-loader.ts';
import type { PlannedFile, ScenePlan, ViewerFile } from '../../viewer/plan-scene.ts';
import type { PreparedMesh } from '../../viewer/prepare-mesh.ts';
import type { Scan, Viewer } from '../../viewer/viewer.types.ts';
import type { FetchFile, FetchLightCopy, LoadFailure } from './case-viewer.types.ts';
import { fetchMaterials } from './fetch-materials.ts';

export interface LoadWatcher {
  progress(id: number, loaded: number): void;
  /** A scan is in the picture for the first time, perhaps coarse still. */
  appeared(planned: PlannedFile): void;
  done(id: number): void;
  failed(planned: PlannedFile, reason: LoadFailure): void;
}

/** Where the bytes of files come from. */
export interface FileSource {
  fetchLightCopy?: FetchLightCopy;
  fetchFile: FetchFile;
}

/** Light copies are small: their coarse levels are there at the same time. */
const lightAtOnce = 4;
/** Originals may be large: one arrives while the other is read. */
const originalsAtOnce = 2;

/**
 * Loads all files of a plan into the viewer: the light copies first, then whatever has none. A file that fails is
 * reported and the others go on. Rejects only when the signal aborts.
 */
export async function loadScene(
  plan: ScenePlan,
  viewer: Viewer,
  source: FileSource,
  watcher: LoadWatcher,
  signal: AbortSignal,
): Promise<void> {
  const loads = plan.meshes.map((planned) => new ScanLoad(planned, viewer, watcher, signal));
  const originals: ScanLoad[] = [];
  const lights = inTurn(loads, lightAtOnce, async (load) => {
    if (!(await load.light(source.fetchLightCopy))) originals.push(load);
  });
  const margins = inTurn(plan.margins, originalsAtOnce, (margin) =>
    loadMargin(margin, viewer, source.fetchFile, watcher, signal),
  );
  await Promise.all([lights, margins]);
  await inTurn(originals, originalsAtOnce, (load) => load.original(source.fetchFile, plan.materials));
}

async function inTurn<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** One scan on its way into the picture. */
class ScanLoad {
  readonly #planned: PlannedFile;
  readonly #viewer: Viewer;
  readonly #watcher: LoadWatcher;
  readonly #signal: AbortSignal;
  #scan: Scan | undefined;

  constructor(planned: PlannedFile, viewer: Viewer, watcher: LoadWatcher, signal: AbortSignal) {
    this.#planned = planned;
    this.#viewer = viewer;
    this.#watcher = watcher;
    this.#signal = signal;
  }

  /** Whether that is all there is to load: a copy that is missing or comes damaged leaves it to the original. */
  async light(fetchLightCopy: FetchLightCopy | undefined): Promise<boolean> {
    const { file } = this.#planned;
    if (file.failure) {
      this.#watcher.failed(this.#planned, file.failure);
      return true;
    }
    if (!fetchLightCopy) return false;
    const watcher = {
      level: (mesh: PreparedMesh) => this.#show(mesh),
      progress: (share: number) => this.#watcher.progress(file.id, share * file.size),
    };
    try {
      const isThere = await loadLightCopy(() => fetchLightCopy(file, this.#signal), watcher, this.#signal);
      if (isThere) this.#watcher.done(file.id);
      return isThere;
    } catch {
      this.#signal.throwIfAborted();
      return false;
    }
  }

  async original(fetchFile: FetchFile, materials: readonly ViewerFile[]): Promise<void> {
    const { file } = this.#planned;
    const noteProgress = (loaded: number) => this.#watcher.progress(file.id, loaded);
    try {
      const bytes = await fetchFile(file, noteProgress, this.#signal);
      const materialsOf = fetchMaterials(materials, fetchFile, this.#signal);
      this.#show(await loadMesh(bytes, extensionOf(file.filename), materialsOf, this.#signal));
      this.#watcher.done(file.id);
    } catch (error) {
      this.#signal.throwIfAborted();
      // A coarse surface that stays without a word would be taken for the scan.
      this.#scan?.remove();
      this.#watcher.failed(this.#planned, reasonOf(error));
    }
  }

  #show(mesh: PreparedMesh): void {
    this.#signal.throwIfAborted();
    if (this.#scan) this.#scan.sharpen(mesh);
    else {
      const { file, layer, kind } = this.#planned;
      this.#scan = this.#viewer.addScan(mesh, { id: file.id, layer, jaw: kind.jaw });
      this.#watcher.appeared(this.#planned);
    }
  }
}

async function loadMargin(
  planned: PlannedFile,
  viewer: Viewer,
  fetchFile: FetchFile,
  watcher: LoadWatcher,
  signal: AbortSignal,
): Promise<void> {
  const { file, kind } = planned;
  try {
    const bytes = await fetchFile(file, (loaded) => watcher.progress(file.id, loaded), signal);
    viewer.addMargin(file.id, parseXyz(new Uint8Array(bytes)), kind.jaw);
    watcher.done(file.id);
  } catch (error) {
    signal.throwIfAborted();
    watcher.failed(planned, reasonOf(error));
  }
}

const reasonOf = (error: unknown): LoadFailure => (error instanceof MeshError ? error.code : 'download');
