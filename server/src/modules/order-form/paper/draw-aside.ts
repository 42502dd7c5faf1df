import { Worker } from 'node:worker_threads';
import type { OrderFormContent } from '../order-form-content.ts';

export interface DrawTask {
  id: number;
  content: OrderFormContent;
  size: 'A4' | 'LETTER';
}

type Answer = { id: number } & ({ bytes: Uint8Array } | { error: unknown });
interface Waiting {
  resolve(bytes: Buffer): void;
  reject(error: unknown): void;
}

/** A form that takes longer is given up: no case is worth more than the others that wait. */
const LONGEST_MS = 30_000;

/**
 * Draws order forms in one thread of its own, one after the other: drawing takes a tenth of a second and a long
 * form more, and nobody else's request waits for it meanwhile. The thread begins with the first form.
 */
class Drawer {
  #worker: Worker | null = null;
  #last = 0;
  readonly #waiting = new Map<number, Waiting>();

  draw(content: OrderFormContent, size: 'A4' | 'LETTER'): Promise<Buffer> {
    const worker = this.#worker ?? this.#start();
    this.#last += 1;
    const id = this.#last;
    const drawn = new Promise<Buffer>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    const limit = setTimeout(() => this.#fail(new Error('an order form took too long')), LONGEST_MS);
    // Nothing that waits for a form may end before it; an idle thread holds nobody up.
    worker.ref();
    worker.postMessage({ id, content, size } satisfies DrawTask);
    return drawn.finally(() => {
      clearTimeout(limit);
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) this.#worker?.unref();
    });
  }

  #start(): Worker {
    const worker = new Worker(new URL('./paper-worker.ts', import.meta.url));
    worker.on('message', (answer: Answer) => {
      const waiting = this.#waiting.get(answer.id);
      if ('bytes' in answer) waiting?.resolve(Buffer.from(answer.bytes));
      else waiting?.reject(answer.error);
    });
    worker.on('error', (error) => this.#fail(error));
    this.#worker = worker;
    return worker;
  }

  /** Gives up what waits; the next form gets a new thread. */
  #fail(error: unknown): void {
    void this.#worker?.terminate();
    this.#worker = null;
    for (const { reject } of this.#waiting.values()) reject(error);
  }
}

const drawer = new Drawer();

/** The PDF of an order form. */
export const drawAside = (content: OrderFormContent, size: 'A4' | 'LETTER'): Promise<Buffer> =>
  drawer.draw(content, size);
