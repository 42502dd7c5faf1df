import { MeshError, type MeshErrorCode } from '@cusp/mesh/mesh';
import type { PreparedMesh } from './prepare-mesh.ts';

export type LightRequest = { chunk: ArrayBuffer } | { isOver: true };

export type LightReply =
  | { progress: number }
  | { mesh: PreparedMesh; progress: number; isFinest: boolean }
  | { failure: MeshErrorCode };

/** Opens the stream of a light copy; resolves to null if the file has no copy. */
type OpenLightCopy = () => Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>;

interface LightWatcher {
  /** Called for each level, each finer than the one before; the last is the full one. */
  level(mesh: PreparedMesh, isFull: boolean): void;
  /** Share of the bytes read, 0 to 1. */
  progress(share: number): void;
}

let spare: Worker | undefined;

const newWorker = () => new Worker(new URL('./light-copy.worker.ts', import.meta.url), { type: 'module' });

/** Starts a worker ahead, so that the first light copy need not wait for it. */
export function prepareToLoad(): void {
  spare ??= newWorker();
}

function takeWorker(): Worker {
  const worker = spare ?? newWorker();
  spare = undefined;
  return worker;
}

/**
 * Reads a light copy in its own worker as it arrives, and passes each level on as soon as it can be drawn. Resolves
 * to whether there was one. Rejects with {@link MeshError} if it is damaged, with the error of `open` or of the
 * network, or with the signal's reason.
 */
export async function loadLightCopy(
  open: OpenLightCopy,
  watcher: LightWatcher,
  signal: AbortSignal,
): Promise<boolean> {
  signal.throwIfAborted();
  // Before the bytes are requested, so that it is ready when they arrive.
  const worker = takeWorker();
  const over = new AbortController();
  try {
    const stream = await open();
    // A signal that was already aborted fires no event.
    signal.throwIfAborted();
    if (!stream) return false;
    const finished = levelsFrom(worker, watcher, signal);
    const passedOn = passOn(stream, worker, AbortSignal.any([signal, over.signal]));
    await Promise.all([finished, passedOn]);
    return true;
  } finally {
    // Stops downloading a damaged copy.
    over.abort();
    worker.terminate();
  }
}

function levelsFrom(worker: Worker, watcher: LightWatcher, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    worker.addEventListener('error', () => reject(new MeshError('too-large', 'worker ended')), {
      once: true,
    });
    worker.addEventListener('message', ({ data }: MessageEvent<LightReply>) => {
      if (signal.aborted) return;
      if ('failure' in data) return reject(new MeshError(data.failure));
      watcher.progress(data.progress);
      if (!('mesh' in data)) return;
      watcher.level(data.mesh, data.isFinest);
      if (data.isFinest) resolve();
    });
  });
}

async function passOn(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  worker: Worker,
  signal: AbortSignal,
): Promise<void> {
  const reader = stream.getReader();
  const stop = () => void reader.cancel().catch(() => {});
  signal.addEventListener('abort', stop, { once: true });
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const { buffer, byteOffset, byteLength } = value;
    const isWhole = byteOffset === 0 && byteLength === buffer.byteLength;
    const chunk = isWhole ? buffer : value.slice().buffer;
    worker.postMessage({ chunk } satisfies LightRequest, [chunk]);
  }
  worker.postMessage({ isOver: true } satisfies LightRequest);
}
