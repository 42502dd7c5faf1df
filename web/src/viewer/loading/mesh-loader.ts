import { MeshError, type MeshErrorCode } from '@cusp/mesh/mesh';
import type { PreparedMesh } from './prepare-mesh.ts';

export interface LoadRequest {
  bytes: ArrayBuffer;
  extension: string;
}

/** The colour files that the worker asked for; null for those that are missing. */
export interface FilesGiven {
  files: (ArrayBuffer | null)[];
}

export type LoadReply = { mesh: PreparedMesh } | { failure: MeshErrorCode } | { wants: string[] };

/** Fetches the files with these keys in order, null for those that are missing. */
export type BesideOf = (keys: string[]) => Promise<(ArrayBuffer | null)[]>;

/** Milliseconds of work on a file. The largest accepted one takes some seconds, so a longer one is assumed to hang. */
const timeLimit = 60_000;

/**
 * Parses a mesh in its own worker, so that the page stays responsive and a file that exhausts the worker does not
 * affect the rest. `bytes` is transferred. Rejects with {@link MeshError}, with the error of `besideOf`, or with the
 * signal's reason.
 */
export function loadMesh(
  bytes: ArrayBuffer,
  extension: string,
  besideOf: BesideOf,
  signal: AbortSignal,
): Promise<PreparedMesh> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./mesh.worker.ts', import.meta.url), { type: 'module' });
  let timer: ReturnType<typeof setTimeout>;
  return new Promise<PreparedMesh>((resolve, reject) => {
    const startTimer = () => {
      timer = setTimeout(() => reject(new MeshError('timeout')), timeLimit);
    };
    startTimer();
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    worker.addEventListener('error', () => reject(new MeshError('too-large', 'worker ended')), {
      once: true,
    });
    worker.addEventListener('message', ({ data }: MessageEvent<LoadReply>) => {
      clearTimeout(timer);
      if ('wants' in data) {
        // Downloads have no limit, because large pictures take minutes on a slow connection.
        besideOf(data.wants).then((files) => {
          if (signal.aborted) return;
          startTimer();
          const transfer = files.filter((file) => file !== null);
          worker.postMessage({ files } satisfies FilesGiven, transfer);
        }, reject);
        return;
      }
      if ('mesh' in data) resolve(data.mesh);
      else reject(new MeshError(data.failure));
    });
    worker.postMessage({ bytes, extension } satisfies LoadRequest, [bytes]);
  }).finally(() => {
    clearTimeout(timer);
    worker.terminate();
  });
}
