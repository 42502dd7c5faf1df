import { Worker } from 'node:worker_threads';
import { Refusal } from '../../../platform/http/refusal.ts';
import type { OrderFormContent } from '../order-form-content.ts';

export interface DrawTask {
  id: number;
  content: OrderFormContent;
  size: 'A4' | 'LETTER';
}

type Answer = { id: number } & ({ bytes: Uint8Array } | { error: unknown });
interface Waiting {
  task: DrawTask;
  resolve(bytes: Buffer): void;
  reject(error: unknown): void;
}

interface Limits {
  /** A form that takes longer is given up: no case is worth more than the others that wait. */
  longestMs: number;
  /** As many wait; whoever comes then is asked to come again. */
  mostWaiting: number;
}
const LIMITS: Limits = { longestMs: 30_000, mostWaiting: 100 };

/**
 * Draws order forms in one thread of its own, one after the other: drawing takes a tenth of a second and a long
 * form more, and nobody else's request waits for it meanwhile. The thread begins with the first form.
 */
export class Drawer {
  readonly #limits: Limits;
  readonly #script: URL;
  readonly #waiting: Waiting[] = [];
  #worker: Worker | null = null;
  #drawn: Waiting | null = null;
  #limit: ReturnType<typeof setTimeout> | undefined;
  #last = 0;

  constructor(limits = LIMITS, script = new URL('./paper-worker.ts', import.meta.url)) {
    this.#limits = limits;
    this.#script = script;
  }

  draw(content: OrderFormContent, size: 'A4' | 'LETTER'): Promise<Buffer> {
    if (this.#waiting.length >= this.#limits.mostWaiting) throw new Refusal('unavailable');
    this.#last += 1;
    const task = { id: this.#last, content, size };
    return new Promise((resolve, reject) => {
      this.#waiting.push({ task, resolve, reject });
      this.#next();
    });
  }

  /** Only the form that is drawn now is with the thread, so that it alone is lost with it. */
  #next(): void {
    if (this.#drawn) return;
    this.#drawn = this.#waiting.shift() ?? null;
    if (!this.#drawn) {
      this.#worker?.unref();
      return;
    }
    const worker = this.#worker ?? this.#start();
    // Nothing that waits for a form may end before it; an idle thread holds nobody up.
    worker.ref();
    this.#limit = setTimeout(
      () => this.#fail(worker, new Error('an order form took too long')),
      this.#limits.longestMs,
    );
    worker.postMessage(this.#drawn.task);
  }

  #start(): Worker {
    const worker = new Worker(this.#script);
    worker.on('message', (answer: Answer) => {
      if (answer.id !== this.#drawn?.task.id) return;
      const { resolve, reject } = this.#drawn;
      this.#end();
      if ('bytes' in answer) resolve(Buffer.from(answer.bytes));
      else reject(answer.error);
      this.#next();
    });
    worker.on('error', (error) => this.#fail(worker, error));
    worker.on('exit', () => this.#fail(worker, new Error('the thread that draws order forms ended')));
    this.#worker = worker;
    return worker;
  }

  /** Gives up what is drawn by a thread, and the thread; what waits gets a new one. */
  #fail(worker: Worker, error: unknown): void {
    if (worker !== this.#worker) return;
    this.#worker = null;
    void worker.terminate();
    const lost = this.#drawn;
    this.#end();
    lost?.reject(error);
    this.#next();
  }

  #end(): void {
    clearTimeout(this.#limit);
    this.#drawn = null;
  }
}

const drawer = new Drawer();

/** The PDF of an order form; refused while too many others wait for theirs. */
export const drawAside = async (content: OrderFormContent, size: 'A4' | 'LETTER'): Promise<Buffer> =>
  drawer.draw(content, size);
