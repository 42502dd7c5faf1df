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

/** A larger file leaves much memory in its thread, which ends with it. */
const SMALL = 8 * MIB;
/** Milliseconds a thread waits for the next file, because loading its code takes longer than a small copy. */
const IDLE = 5_000;

let idle: { worker: Worker; timer: NodeJS.Timeout } | null = null;

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
  const isSmall = request.bytes.byteLength <= SMALL;
  const worker = takeThread();
  return new Promise<CopyReply>((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    const release = () => {
      isOver = true;
      clearTimeout(timer);
      clearTimeout(longest);
      worker.off('message', onMessage).off('error', onEnd).off('exit', onEnd);
    };
    const fail = (settle: () => void) => {
      release();
      settle();
      void worker.terminate();
    };
    const giveUp = () => fail(() => resolve({ failure: 'timeout' }));
    const onEnd = () => {
      release();
      resolve({ failure: 'too-large' });
    };
    const onMessage = (message: CopyReply | FilesWanted) => {
      if ('wants' in message) {
        take(message.wants).then(
          (files) =>
            worker.postMessage(
              files,
              files.filter((file) => file !== null),
            ),
          (error: unknown) => fail(() => reject(error)),
        );
        return;
      }
      release();
      resolve(message);
      if (isSmall && idle === null) keepThread(worker);
      else endThread(worker);
    };
    const longest = setTimeout(giveUp, LONGEST_WAIT);
    worker.on('message', onMessage).on('error', onEnd).on('exit', onEnd);
    void watch();
    async function watch(): Promise<void> {
      const before = await processorTime(worker);
      const look = async () => {
        const used = (await processorTime(worker)) - before;
        if (isOver) return;
        if (used >= milliseconds) giveUp();
        else timer = setTimeout(look, Math.max(milliseconds - used, 10));
      };
      if (!isOver) timer = setTimeout(look, milliseconds);
    }
    worker.postMessage(request, [request.bytes]);
  });
}

/** The waiting thread, or a new one. */
function takeThread(): Worker {
  const waiting = idle;
  if (waiting) {
    idle = null;
    clearTimeout(waiting.timer);
    waiting.worker.ref();
    return waiting.worker;
  }
  const worker = new Worker(new URL('./light-copy.worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
  });
  worker.on('exit', () => {
    if (idle?.worker === worker) idle = null;
  });
  // An error without a listener would crash the process.
  return worker.on('error', () => {});
}

function keepThread(worker: Worker): void {
  worker.unref();
  const timer = setTimeout(() => {
    idle = null;
    endThread(worker);
  }, IDLE).unref();
  idle = { worker, timer };
}

/** Lets a thread end on its own: terminating one that has just replied could crash the process. */
function endThread(worker: Worker): void {
  worker.postMessage(null);
}

/**
 * Processor time of a thread in milliseconds; zero for one that has not started or has ended. Before Node 24.6, which
 * cannot measure threads, the elapsed time.
 */
async function processorTime(worker: Worker): Promise<number> {
  if (!('cpuUsage' in worker)) return performance.now();
  const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }));
  return (user + system) / 1000;
}
