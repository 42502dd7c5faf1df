import { Worker } from 'node:worker_threads';
import type { MeshErrorCode } from '@cusp/mesh/mesh';
import type { ScanShape } from '@cusp/mesh/scan-shape';

export interface CopyRequest {
  bytes: ArrayBuffer;
  /** Lower case, without the dot. */
  extension: string;
}

/** The thread asks for the files beside the scan with these keys before it goes on. */
export interface FilesWanted {
  wants: string[];
}

export type CopyReply =
  | { bytes: Uint8Array<ArrayBuffer>; triangles: number; shape: ScanShape; materialFiles: string[] }
  /** A file that cannot be shown will not be shown by another try, but one that took too long may. */
  | { failure: MeshErrorCode };

const MIB = 1024 * 1024;
/** For objects; the arrays of a mesh lie elsewhere and are bounded by its readers, which set nothing aside unseen. */
const HEAP_MIB = 512;

/** Milliseconds. A 22 MB scan takes one second of an idle processor; the thread is the last in line for a busy one. */
export const timeFor = (fileBytes: number): number => 10_000 + 750 * (fileBytes / MIB);

/**
 * Makes a light copy, gzipped, in a thread of its own, which cannot take this one along: too much time ends as
 * `timeout`, memory that runs out as `too-large`. `bytes` is given away. `take` reads the files beside the file by
 * their keys, null for those that are missing; rejects with what that fails with, and with nothing else.
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
    // A thread that has answered ends by itself: cut off, it could take the process along.
    const stop = () => void worker.terminate();
    const timer = setTimeout(() => {
      resolve({ failure: 'timeout' });
      stop();
    }, milliseconds);
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
      clearTimeout(timer);
      resolve({ failure: 'too-large' });
    });
  });
}
