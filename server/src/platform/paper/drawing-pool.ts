import { parentPort, Worker } from 'node:worker_threads';
import { Refusal } from '../http/refusal.ts';
import { FairQueue } from './fair-queue.ts';

export type PaperSize = 'A4' | 'LETTER';

interface DrawTask<Content> {
  id: number;
  /** The forms of one document. */
  contents: readonly Content[];
  size: PaperSize;
}

/** The requester, and the signal that aborts the request. */
export interface Requester {
  userId: number;
  signal: AbortSignal;
}

type Answer = { id: number } & ({ bytes: Uint8Array } | { error: unknown });
interface Waiting {
  task: DrawTask<unknown>;
  userId: number;
  resolve(bytes: Buffer): void;
  reject(error: unknown): void;
}

interface Limits {
  /** Threads that draw; each draws one form at a time. */
  threads: number;
  /** Timeout of one form, so that it does not delay the others. */
  longestMs: number;
  /** Maximum queue length; beyond it clients are asked to retry. */
  maxWaiting: number;
  /** Maximum queue length per person. */
  maxOfOne: number;
}
const LIMITS: Limits = { threads: 2, longestMs: 30_000, maxWaiting: 100, maxOfOne: 20 };

/**
 * Draws PDFs in worker threads, which run a script that calls `drawOnRequest`: a form takes a tenth of a second or
 * more, which must not block other requests. People take turns, and each has at most one thread, so that many forms of
 * one person do not delay others. A thread starts with its first form.
 */
export class DrawingPool<Content> {
  readonly #limits: Limits;
  readonly #queue = new FairQueue<Waiting>();
  readonly #threads: Thread[];
  #last = 0;

  constructor(script: URL, limits: Partial<Limits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
    const { threads, longestMs } = this.#limits;
    this.#threads = Array.from(
      { length: threads },
      () => new Thread(script, longestMs, () => this.#handOut()),
    );
  }

  draw(contents: readonly Content[], size: PaperSize, { userId, signal }: Requester): Promise<Buffer> {
    if (this.#queue.sizeOf(userId) >= this.#limits.maxOfOne)
      throw new Refusal('too_many_requests', { retry_after: 10 });
    if (this.#queue.size >= this.#limits.maxWaiting) throw new Refusal('unavailable');
    this.#last += 1;
    const task = { id: this.#last, contents, size };
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { task, userId, resolve, reject };
      this.#queue.add(userId, waiting);
      signal.addEventListener('abort', () => {
        if (this.#queue.remove(userId, waiting)) reject(new Refusal('unavailable'));
      });
      this.#handOut();
    });
  }

  #handOut(): void {
    const busy = (userId: number) => this.#threads.some((thread) => thread.drawnFor === userId);
    for (const thread of this.#threads) {
      if (thread.isFree) thread.draw(this.#queue.take(busy));
    }
  }
}

/** One worker and its current form, which is lost if it crashes. */
class Thread {
  readonly #script: URL;
  readonly #longestMs: number;
  readonly #onFree: () => void;
  #worker: Worker | null = null;
  #drawn: Waiting | null = null;
  #limit: ReturnType<typeof setTimeout> | undefined;

  constructor(script: URL, longestMs: number, onFree: () => void) {
    this.#script = script;
    this.#longestMs = longestMs;
    this.#onFree = onFree;
  }

  get isFree(): boolean {
    return this.#drawn === null;
  }

  get drawnFor(): number | null {
    return this.#drawn?.userId ?? null;
  }

  /** Draws a form; null lets the process exit while the worker is idle. */
  draw(next: Waiting | null): void {
    if (!next) {
      this.#worker?.unref();
      return;
    }
    this.#drawn = next;
    const worker = this.#worker ?? this.#start();
    // Keeps the process alive while a form is being drawn; an idle thread does not.
    worker.ref();
    this.#limit = setTimeout(
      () => this.#fail(worker, new Error('a form took too long to draw')),
      this.#longestMs * next.task.contents.length,
    );
    worker.postMessage(next.task);
  }

  #start(): Worker {
    const worker = new Worker(this.#script);
    worker.on('message', (answer: Answer) => {
      if (answer.id !== this.#drawn?.task.id) return;
      const { resolve, reject } = this.#drawn;
      if ('bytes' in answer) resolve(Buffer.from(answer.bytes));
      else reject(answer.error);
      this.#end();
    });
    worker.on('error', (error) => this.#fail(worker, error));
    worker.on('exit', () => this.#fail(worker, new Error('a thread that draws forms ended')));
    this.#worker = worker;
    return worker;
  }

  /** Aborts the current form and the thread; the next form starts a new one. */
  #fail(worker: Worker, error: unknown): void {
    if (worker !== this.#worker) return;
    this.#worker = null;
    void worker.terminate();
    this.#drawn?.reject(error);
    this.#end();
  }

  #end(): void {
    clearTimeout(this.#limit);
    this.#drawn = null;
    this.#onFree();
  }
}

/** In a worker thread: draws the forms requested by the pool. */
export function drawOnRequest<Content>(
  draw: (contents: readonly Content[], size: PaperSize) => Promise<Buffer>,
): void {
  parentPort?.on('message', async ({ id, contents, size }: DrawTask<Content>) => {
    try {
      parentPort?.postMessage({ id, bytes: await draw(contents, size) });
    } catch (error) {
      parentPort?.postMessage({ id, error });
    }
  });
}
