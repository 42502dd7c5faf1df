import { extensionOf } from '@cusp/mesh/file-extensions';
import { createContext } from 'react';
import { inMillimetres } from '../../../viewer/in-millimetres.ts';
import { loadLightCopy } from '../../../viewer/loading/light-loader.ts';
import { loadMesh } from '../../../viewer/loading/mesh-loader.ts';
import type { PreparedMesh } from '../../../viewer/loading/prepare-mesh.ts';
import { besideAmong, type ViewerFile } from '../../../viewer/plan-scene.ts';
import type { FileSource } from '../scene/load-files.ts';
import { fetchBeside } from '../scene/load-files.ts';

/** The files of the case with their earlier versions, and where their bytes come from. */
export const ScanSource = createContext<Partial<CaseScans> & Pick<CaseScans, 'files'>>({ files: [] });

interface CaseScans {
  files: readonly ViewerFile[];
  source: FileSource;
}

/** The full mesh of a file that is not shown, in millimetres: from its light copy, else from the original. */
export async function loadWhole(
  file: ViewerFile,
  scans: CaseScans,
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<PreparedMesh> {
  return inMillimetres(await asWritten(file, scans, progress, signal), file.scan?.unit);
}

async function asWritten(
  file: ViewerFile,
  { files, source: { fetchLightCopy, fetchFile } }: CaseScans,
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<PreparedMesh> {
  let finest: PreparedMesh | undefined;
  try {
    const watcher = { level: (mesh: PreparedMesh) => (finest = mesh), progress };
    const isThere =
      fetchLightCopy && (await loadLightCopy(() => fetchLightCopy(file, signal), watcher, signal));
    if (isThere && finest) return finest;
  } catch {
    // A damaged copy: load the original instead.
    signal.throwIfAborted();
  }
  const bytes = await fetchFile(file, (loaded) => progress(loaded / Math.max(1, file.size)), signal);
  const besideOf = fetchBeside(besideAmong(files), fetchFile, signal);
  return loadMesh(bytes, extensionOf(file.filename), besideOf, signal);
}
