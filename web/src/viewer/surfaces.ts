import type { Spare } from './loading/prepare-mesh.ts';
import type { ScanId } from './surfaces/places.ts';
import type { Question, Questions, SurfaceReply, SurfaceRequest } from './surfaces/questions.ts';
import { Watched } from './tools/watched.ts';

interface Waiting {
  resolve(answer: unknown): void;
  reject(reason: unknown): void;
  progress?: (share: number) => void;
}

/** The triangles that a scan is drawn from. */
interface Triangles {
  positions: Float32Array;
  indices: Uint32Array;
  /** A copy to transfer, instead of copying on the main thread. */
  spare?: Spare;
}

/**
 * The surfaces of all scans in a worker that answers queries about them. The worker starts, and gets its copies, on
 * first use.
 */
export class Surfaces {
  /** Whether the worker failed; questions stay unanswered until `restart`. */
  readonly isBroken = new Watched(false);
  readonly #waiting = new Map<number, Waiting>();
  /** The arrays that the scans are drawn from, for another worker. */
  readonly #kept = new Map<ScanId, Triangles>();
  readonly #unsent = new Map<ScanId, Triangles>();
  #worker: Worker | undefined;
  #tickets = 0;

  /** Adds a scan, or replaces its surface by a finer one. */
  keep(id: ScanId, triangles: Triangles): void {
    const { positions, indices } = triangles;
    this.#kept.set(id, { positions, indices });
    // Without a worker the spare copies would only use memory, which may be scarce.
    if (!this.isBroken.get()) this.#unsent.set(id, triangles);
  }

  drop(id: ScanId): void {
    this.#kept.delete(id);
    this.#unsent.delete(id);
    if (this.#worker) this.#send({ drop: id });
  }

  /** Starts a worker with all surfaces, after the former one failed. */
  restart(): void {
    for (const [id, triangles] of this.#kept) this.#unsent.set(id, triangles);
    this.isBroken.set(false);
    this.prepare();
  }

  /** Starts the worker ahead of the first query. */
  prepare(): void {
    if (this.isBroken.get()) return;
    for (const [keep, { positions, indices, spare }] of this.#unsent) {
      if (!spare) this.#send({ keep, positions, indices });
      else this.#send({ keep, ...spare }, [spare.positions.buffer, spare.indices.buffer]);
    }
    this.#unsent.clear();
  }

  /** Sends a query. Rejects with the signal's reason, or with an `Error` if the worker failed, now or earlier. */
  ask<Q extends Question>(
    question: Q,
    ask: Questions[Q]['ask'],
    { signal, progress }: { signal?: AbortSignal; progress?: (share: number) => void } = {},
  ): Promise<Questions[Q]['answer']> {
    signal?.throwIfAborted();
    if (this.isBroken.get()) return Promise.reject(ended());
    this.prepare();
    const ticket = this.#tickets++;
    return new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(ticket, { resolve, reject, progress });
      signal?.addEventListener('abort', () => this.#cancel(ticket, signal.reason), { once: true });
      this.#send({ ticket, question, ask });
    }) as Promise<Questions[Q]['answer']>;
  }

  /** Terminates the worker and frees its memory; pending queries never settle. */
  dispose(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#waiting.clear();
    this.#kept.clear();
    this.#unsent.clear();
  }

  #send(request: SurfaceRequest, transfer: Transferable[] = []): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(request, transfer);
  }

  #start(): Worker {
    const worker = new Worker(new URL('./surfaces/surfaces.worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<SurfaceReply>) => this.#take(data));
    worker.addEventListener('error', () => {
      // Most likely out of memory: without one of the surfaces, rays would pass through a scan and measure the one
      // behind.
      worker.terminate();
      this.#worker = undefined;
      for (const { reject } of this.#waiting.values()) reject(ended());
      this.#waiting.clear();
      this.#unsent.clear();
      this.isBroken.set(true);
    });
    return worker;
  }

  #take(reply: SurfaceReply): void {
    const waiting = this.#waiting.get(reply.ticket);
    if ('progress' in reply) waiting?.progress?.(reply.progress);
    else this.#waiting.delete(reply.ticket);
    if ('failure' in reply) waiting?.reject(new Error(reply.failure));
    if ('answer' in reply) waiting?.resolve(reply.answer);
  }

  #cancel(ticket: number, reason: unknown): void {
    const waiting = this.#waiting.get(ticket);
    if (!waiting) return;
    this.#waiting.delete(ticket);
    this.#send({ cancel: ticket });
    waiting.reject(reason);
  }
}

const ended = () => new Error('the surfaces worker ended unexpectedly');
