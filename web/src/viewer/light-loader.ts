import { MeshError, type MeshErrorCode } from '@cusp/mesh/mesh';
import type { PreparedMesh } from './prepare-mesh.ts';

export type LightRequest = { chunk: ArrayBuffer } | { isOver: true };

export type LightReply =
  | { progress: number }
  | { mesh: PreparedMesh; progress: number; isFinest: boolean }
  | { failure: MeshErrorCode };

/** Opens the bytes of a light copy, wherever they come from; null where there is none. */
type OpenLightCopy = () => Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>;

interface LightWatcher {
  /** A level that is finer than the one before; the full one is the last. */
  level(mesh: PreparedMesh, isFull: boolean): void;
  /** Share of the bytes that were read, 0 to 1. */
  progress(share: number): void;
}

let spare: Worker | undefined;

const newWorker = () => new Worker(new URL('./light-copy.worker.ts', import.meta.url), { type: 'module' });

/** Starts a worker ahead of the first light copy, so that it need not be waited for. */
export function prepareToLoad(): void {
  spare ??= newWorker();
}

function takeWorker(): Worker {
  const worker = spare ?? newWorker();
  spare = undefined;
  return worker;
}

/**
 * Reads a light copy as it arrives, in a worker of its own, and hands on each level as soon as it can be drawn.
 * Resolves with whether there was one. Rejects with {@link MeshError} when it is damaged, with what `open` or the
 * line failed with, or with the signal's reason.
 */
export async function loadLightCopy(
  open: OpenLightCopy,
  watcher: LightWatcher,
  signal: AbortSignal,
): Promise<boolean> {
  signal.throwIfAborted();
  // Begun before the bytes are asked for: it is ready when they come.
  const worker = takeWorker();
  const over = new AbortController();
  try {
    const stream = await open();
    if (!stream) return false;
    const finished = levelsFrom(worker, watcher, signal);
    const passedOn = passOn(stream, worker, AbortSignal.any([signal, over.signal]));
    await Promise.all([finished, passedOn]);
    return true;
  } finally {
    // Of a damaged copy nothing further is fetched.
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
