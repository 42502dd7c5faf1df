import { hasScene, type ViewerFile } from '../../viewer/plan-scene.ts';
import type { FileSource } from './load-files.ts';

/** A picture of the scans of a case, drawn where nobody sees it; null where there is nothing to draw or draw with. */
export async function drawScans(
  files: ViewerFile[],
  source: FileSource,
  signal: AbortSignal,
): Promise<Blob | null> {
  if (!hasScene(files)) return null;
  const { drawUnseen } = await import('./draw-unseen.ts');
  return drawUnseen(files, source, signal);
}
