import { Worker } from 'node:worker_threads';
import type { MeshErrorCode } from '@cusp/mesh/mesh';
import type { ScanShape } from '@cusp/mesh/scan-shape';

export interface CopyRequest {
  bytes: ArrayBuffer;
  /** Lower case, without the dot. */
  extension: string;
}

/** Sent by the thread to request the files beside the scan with these keys. */
export interface FilesWanted {
  wants: string[];
}

export type CopyReply =
  | { bytes: Uint8Array<ArrayBuffer>; triangles: number; shape: ScanShape; materialFiles: string[] }
  /** A file that cannot be shown is not retried; one that timed out may be. */
  | { failure: MeshErrorCode };

const MIB = 1024 * 1024;
/**
 * Heap limit; the mesh arrays are outside the heap and bounded by the readers, which validate sizes before
 * allocating.
 */
const HEAP_MIB = 512;

/** Milliseconds of processor time. A 22 MB scan takes one second. */
export const timeFor = (fileBytes: number): number => 10_000 + 750 * (fileBytes / MIB);

/** Milliseconds after which a copy ends whatever the thread used, because its job expires a little later. */
const LONGEST_WAIT = 240_000;

/**
 * Makes a gzipped light copy in a worker thread, which cannot crash this process: exceeding `milliseconds` of processor
 * time ends as `timeout`, the memory as `too-large`. The thread has a low priority, so it may wait much longer than it
 * works. `bytes` is transferred. `take` reads the files with these keys, null for missing ones; its errors are the only
 * rejections.
 */
export function copyInThread(
  request: CopyRequest,
  milliseconds: number,
  take: (keys: string[]) => Promise<(ArrayBuffer | null)[]> = async () => [],
): Promise<CopyReply> {
  const worker = new Worker(new URL('./light-copy.worker.ts', import.meta.url), {
    workerData: request,
    transferList: [request.bytes],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
  });
  return new Promise<CopyReply>((resolve, reject) => {
    let hasEnded = false;
    // A thread that has answered ends by itself; terminating it could crash the process.
    const stop = () => void worker.terminate();
    const giveUp = () => {
      resolve({ failure: 'timeout' });
      stop();
    };
    const longest = setTimeout(giveUp, LONGEST_WAIT);
    let timer: NodeJS.Timeout | undefined;
    async function look(): Promise<void> {
      const used = await processorTime(worker);
      if (used === null || hasEnded) return;
      if (used >= milliseconds) giveUp();
      else timer = setTimeout(look, milliseconds - used);
    }
    worker.once('online', () => {
      timer = setTimeout(look, milliseconds);
    });
    worker.on('message', (message: CopyReply | FilesWanted) => {
      if (!('wants' in message)) return resolve(message);
      take(message.wants).then(
        (files) =>
          worker.postMessage(
            files,
            files.filter((file) => file !== null),
          ),
        (error: unknown) => {
          reject(error);
          stop();
        },
      );
    });
    worker.once('error', () => resolve({ failure: 'too-large' }));
    worker.once('exit', () => {
      hasEnded = true;
      clearTimeout(timer);
      clearTimeout(longest);
      resolve({ failure: 'too-large' });
    });
  });
}

/** Milliseconds of processor time of a thread; infinite before Node 24.6, which cannot tell, and null once it has ended. */
async function processorTime(worker: Worker): Promise<number | null> {
  if (!('cpuUsage' in worker)) return Number.POSITIVE_INFINITY;
  try {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1000;
  } catch {
    return null;
  }
}
