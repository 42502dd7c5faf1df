import { SceneSync } from '../../web/src/features/viewer/scene/scene-sync.ts';
import { prepareToLoad } from '../../web/src/viewer/loading/light-loader.ts';
import { planScene } from '../../web/src/viewer/plan-scene.ts';
import { createViewer } from '../../web/src/viewer/viewer.ts';
import type { Viewer } from '../../web/src/viewer/viewer.types.ts';
import { canvasIn, stage } from './page.ts';

let viewer: Viewer | undefined;
const kept = new Map<string, Blob>();

/** Fetches scans once for all openings, because an observed browser keeps every reply, which would look like a leak. */
export async function keepScans(filenames: readonly string[]): Promise<void> {
  for (const name of filenames.flatMap((each) => [each, `${each}.light`]))
    kept.set(name, await (await fetch(`/scans/${name}`)).blob());
}

const bytesOf = async (name: string): Promise<Blob | Response> => kept.get(name) ?? fetch(`/scans/${name}`);

async function streamOf(name: string): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null> {
  const bytes = await bytesOf(name);
  return bytes instanceof Blob ? bytes.stream() : bytes.body;
}

/** Opens scans as the product does, by their light copies or by the originals, until the GPU has drawn them. */
export async function openScans(filenames: readonly string[], from: 'light' | 'original'): Promise<number> {
  const start = performance.now();
  prepareToLoad();
  viewer = createViewer(stage(), {
    projection: 'perspective',
    label: 'Scans',
    formatLength: String,
    formatAngle: String,
    nameOfJaw: String,
  });
  const opened = viewer;
  performance.mark('bench:created');
  const files = filenames.map((filename, id) => ({ id, filename, size: 1, updatedAt: '2026-01-01' }));
  const sync = new SceneSync(opened);
  await sync.follow(planScene(files), {
    fetchLightCopy: async ({ filename }) => (from === 'light' ? streamOf(`${filename}.light`) : null),
    fetchFile: async ({ filename }) => (await bytesOf(filename)).arrayBuffer(),
  });
  opened.context.surfaces.prepare();
  const { failures } = sync.state.get();
  if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join());
  await drawn(canvasIn(stage()));
  return performance.now() - start;
}

/** Closes it again; returns the GPU objects that are left. */
export function closeScans(): { geometries: number; textures: number } {
  const left = viewer?.dispose();
  viewer = undefined;
  return left ?? { geometries: 0, textures: 0 };
}

/** Waits for the GPU without blocking the page. */
async function drawn(canvas: HTMLCanvasElement): Promise<void> {
  const frames = async (count: number) => {
    for (let frame = 0; frame < count; frame += 1) await new Promise(requestAnimationFrame);
  };
  await frames(3);
  const gl = canvas.getContext('webgl2');
  const fence = gl?.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  if (!gl || !fence) return;
  gl.flush();
  while (gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED && !gl.isContextLost())
    await new Promise((resolve) => setTimeout(resolve, 5));
  gl.deleteSync(fence);
}
