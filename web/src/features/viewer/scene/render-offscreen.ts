import { planScene, type ViewerFile } from '../../../viewer/plan-scene.ts';
import { WebGlUnavailable } from '../../../viewer/stage.ts';
import { createViewer } from '../../../viewer/viewer.ts';
import type { Viewer } from '../../../viewer/viewer.types.ts';
import type { FileSource } from './load-files.ts';
import { SceneSync } from './scene-sync.ts';

/** CSS pixels; the resolution depends on the device pixel ratio of the person's screen. */
const size = { width: 640, height: 480 };

/** Opens the scans in a viewer outside the window, takes its picture and closes it. */
export async function renderOffscreen(
  files: ViewerFile[],
  source: FileSource,
  signal: AbortSignal,
): Promise<Blob | null> {
  const place = document.createElement('div');
  place.inert = true;
  place.ariaHidden = 'true';
  place.style.cssText = `position:fixed;left:-${size.width * 2}px;top:0;width:${size.width}px;height:${size.height}px`;
  document.body.append(place);
  let viewer: Viewer | undefined;
  try {
    viewer = createViewer(place, {
      projection: 'perspective',
      label: '',
      formatLength: String,
      formatAngle: String,
      nameOfJaw: String,
    });
    return await pictureOf(viewer, files, source, signal);
  } catch (error) {
    if (error instanceof WebGlUnavailable) return null;
    throw error;
  } finally {
    viewer?.dispose();
    place.remove();
  }
}

async function pictureOf(
  viewer: Viewer,
  files: ViewerFile[],
  source: FileSource,
  signal: AbortSignal,
): Promise<Blob | null> {
  const sync = new SceneSync(viewer);
  const stop = () => sync.dispose();
  signal.addEventListener('abort', stop, { once: true });
  await sync.follow(planScene(files), source);
  signal.removeEventListener('abort', stop);
  signal.throwIfAborted();
  return sync.state.get().status === 'ready' ? viewer.firstPicture() : null;
}
