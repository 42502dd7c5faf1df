import { Worker } from 'node:worker_threads';

export interface PreviewRequest {
  bytes: ArrayBuffer;
}

export type PreviewReply = { bytes: Uint8Array<ArrayBuffer> } | { failure: string };

/** A phone's photograph takes a second or two. */
const LONGEST_MS = 30_000;
const HEAP_MIB = 512;

/**
 * Converts a HEIC picture to JPEG in a worker thread with a timeout, which cannot crash this process. `bytes` is
 * transferred.
 */
export function heicInThread(bytes: ArrayBuffer, milliseconds = LONGEST_MS): Promise<PreviewReply> {
  const worker = new Worker(new URL('./heic.worker.ts', import.meta.url), {
    workerData: { bytes } satisfies PreviewRequest,
    transferList: [bytes],
    // The decoder prints warnings to stdout.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
  });
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      resolve({ failure: 'timeout' });
      void worker.terminate();
    }, milliseconds);
    worker.once('message', (reply: PreviewReply) => resolve(reply));
    worker.once('error', () => resolve({ failure: 'too-large' }));
    worker.once('exit', () => {
      clearTimeout(timer);
      resolve({ failure: 'too-large' });
    });
  });
}
