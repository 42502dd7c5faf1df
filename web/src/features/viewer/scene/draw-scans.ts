import { hasScene, type ViewerFile } from '../../../viewer/plan-scene.ts';
import type { FileSource } from './load-files.ts';

/** Renders a picture of a case's scans off screen; null without scans or WebGL. */
export async function drawScans(
  files: ViewerFile[],
  source: FileSource,
  signal: AbortSignal,
): Promise<Blob | null> {
  if (!hasScene(files)) return null;
  const { renderOffscreen } = await import('./render-offscreen.ts');
  return renderOffscreen(files, source, signal);
}
