import { extensionOf } from '@cusp/mesh/file-extensions';
import { fileKey } from '@cusp/mesh/file-key';
import { MeshError } from '@cusp/mesh/mesh';
import { parseXyz } from '@cusp/mesh/parse-xyz';
import { inMillimetres, marginInMillimetres } from '../../../viewer/in-millimetres.ts';
import { loadLightCopy } from '../../../viewer/loading/light-loader.ts';
import { type BesideOf, loadMesh } from '../../../viewer/loading/mesh-loader.ts';
import type { PreparedMesh } from '../../../viewer/loading/prepare-mesh.ts';
import type { ViewerFile } from '../../../viewer/plan-scene.ts';
import type { FetchFile, FetchLightCopy, LoadFailure } from '../case-viewer.types.ts';

/** Fetches the files that colour a scan. The scan is shown without those that are missing or fail. */
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

/** A file to load. */
interface Wanted {
  readonly file: ViewerFile;
  /** Aborts when the file is no longer needed; no callback runs after that. */
  readonly signal: AbortSignal;
  /** Gets the bytes received so far. */
  progress(loaded: number): void;
  failed(reason: LoadFailure): void;
}

export interface WantedScan extends Wanted {
  /** Called for each level, each finer than the one before; the last is the full one. */
  came(mesh: PreparedMesh, isFull: boolean): void;
}

export interface WantedMargin extends Wanted {
  came(points: Float32Array): void;
}

/** Where the bytes of files come from. */
export interface FileSource {
  fetchLightCopy?: FetchLightCopy;
  fetchFile: FetchFile;
}

/** Light copies are small, so several load at the same time. */
const lightAtOnce = 4;
/** Originals may be large: one downloads while the other is parsed. */
const originalsAtOnce = 2;

/**
 * Loads files: light copies first, then the originals of the rest. A failing file is reported and the others
 * continue. Resolves when all of them are loaded, failed or aborted.
 */
export async function loadFiles(
  scans: readonly WantedScan[],
  margins: readonly WantedMargin[],
  source: FileSource,
  beside: readonly ViewerFile[],
): Promise<void> {
  const originals: WantedScan[] = [];
  const lights = inTurn(scans, lightAtOnce, async (scan) => {
    if (!(await loadLight(scan, source.fetchLightCopy))) originals.push(scan);
  });
  const lines = inTurn(margins, originalsAtOnce, (margin) => loadMargin(margin, source.fetchFile));
  await Promise.all([lights, lines]);
  await inTurn(originals, originalsAtOnce, (scan) => loadOriginal(scan, source.fetchFile, beside));
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

/** Resolves to whether the scan is done: a missing or damaged light copy leaves it to the original. */
async function loadLight(scan: WantedScan, fetchLightCopy: FetchLightCopy | undefined): Promise<boolean> {
  const { file, signal } = scan;
  if (signal.aborted) return true;
  if (file.failure) {
    scan.failed(file.failure);
    return true;
  }
  if (!fetchLightCopy) return false;
  const watcher = {
    level: (mesh: PreparedMesh, isFull: boolean) =>
      !signal.aborted && scan.came(inMillimetres(mesh, file.unit), isFull),
    progress: (share: number) => scan.progress(share * file.size),
  };
  try {
    return await loadLightCopy(() => fetchLightCopy(file, signal), watcher, signal);
  } catch {
    return signal.aborted;
  }
}

async function loadOriginal(
  scan: WantedScan,
  fetchFile: FetchFile,
  beside: readonly ViewerFile[],
): Promise<void> {
  const mesh = await fetched(scan, fetchFile, (bytes) =>
    loadMesh(
      bytes,
      extensionOf(scan.file.filename),
      fetchBeside(beside, fetchFile, scan.signal),
      scan.signal,
    ),
  );
  if (mesh) scan.came(inMillimetres(mesh, scan.file.unit), true);
}

async function loadMargin(margin: WantedMargin, fetchFile: FetchFile): Promise<void> {
  const points = await fetched(margin, fetchFile, async (bytes) => parseXyz(new Uint8Array(bytes)));
  if (points) margin.came(marginInMillimetres(points, margin.file.unit));
}

/** The content of a file; undefined if it failed or was aborted. */
async function fetched<Content>(
  { file, signal, progress, failed }: Wanted,
  fetchFile: FetchFile,
  read: (bytes: ArrayBuffer) => Promise<Content>,
): Promise<Content | undefined> {
  if (signal.aborted) return undefined;
  try {
    const content = await read(await fetchFile(file, progress, signal));
    return signal.aborted ? undefined : content;
  } catch (error) {
    if (!signal.aborted) failed(error instanceof MeshError ? error.code : 'download');
    return undefined;
  }
}
