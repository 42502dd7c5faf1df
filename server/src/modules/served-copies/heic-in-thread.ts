import { Worker } from 'node:worker_threads';

export interface PreviewRequest {
  bytes: ArrayBuffer;
}

export type PreviewReply = { bytes: Uint8Array<ArrayBuffer> } | { failure: string };

/** A photograph of a telephone takes a second or two. */
const LONGEST_MS = 30_000;
const HEAP_MIB = 512;

/**
 * Decodes a HEIC picture and packs it as a JPEG, in a thread of its own that cannot take this one along: it ends
 * after a time, whatever the file makes it do. `bytes` is given away.
 */
export function heicInThread(bytes: ArrayBuffer, milliseconds = LONGEST_MS): Promise<PreviewReply> {
  const worker = new Worker(new URL('./heic.worker.ts', import.meta.url), {
    workerData: { bytes } satisfies PreviewRequest,
    transferList: [bytes],
    // The decoder prints what it thinks of a file.
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
