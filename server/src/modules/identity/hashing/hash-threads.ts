import { Worker } from 'node:worker_threads';
import type { HashAnswer, HashTask } from './hash-work.ts';

interface Waiting {
  task: HashTask;
  resolve(value: string | boolean): void;
  reject(error: Error): void;
}

/**
 * Worker threads for hashing, one task at a time each, so that neither requests nor file access wait for them. They
 * start with the first task. Idle ones do not keep the process alive; a crashed one fails only its own task and is
 * replaced.
 */
export class HashThreads {
  private readonly most: number;
  private readonly file: URL;
  private readonly queue: Waiting[] = [];
  private readonly idle: Worker[] = [];
  private readonly busy = new Map<Worker, Waiting>();
  private readonly open = new Set<Promise<unknown>>();

  constructor(most: number, file = new URL('./hash-worker.ts', import.meta.url)) {
    this.most = most;
    this.file = file;
  }

  run(task: HashTask): Promise<string | boolean> {
    const answer = new Promise<string | boolean>((resolve, reject) => {
      this.queue.push({ task, resolve, reject });
      this.next();
    });
    this.open.add(answer);
    const end = () => void this.open.delete(answer);
    answer.then(end, end);
    return answer;
  }

  /** Ends the threads after all pending tasks; a later task starts new ones. */
  async close(): Promise<void> {
    while (this.open.size > 0) await Promise.allSettled(this.open);
    await Promise.all(this.idle.splice(0).map((thread) => thread.terminate()));
  }

  private next(): void {
    const thread = this.queue.length > 0 ? (this.idle.pop() ?? this.another()) : undefined;
    const waiting = thread && this.queue.shift();
    if (!thread || !waiting) return;
    this.busy.set(thread, waiting);
    thread.ref();
    thread.postMessage(waiting.task);
  }

  private another(): Worker | undefined {
    if (this.busy.size >= this.most) return undefined;
    const thread = new Worker(this.file);
    thread.on('message', (answer: HashAnswer) => this.done(thread, answer));
    thread.on('error', (error: Error) => this.lost(thread, error));
    thread.on('exit', () => this.lost(thread, new Error('a hashing thread ended')));
    return thread;
  }

  private done(thread: Worker, answer: HashAnswer): void {
    const waiting = this.busy.get(thread);
    this.busy.delete(thread);
    thread.unref();
    this.idle.push(thread);
    if ('failed' in answer) waiting?.reject(new Error(answer.failed));
    else waiting?.resolve(answer.value);
    this.next();
  }

  private lost(thread: Worker, error: Error): void {
    const waiting = this.busy.get(thread);
    this.busy.delete(thread);
    const at = this.idle.indexOf(thread);
    if (at >= 0) this.idle.splice(at, 1);
    waiting?.reject(error);
    this.next();
  }
}
