import { FILE_EXTENSIONS, MAX_FILENAME, maxBytesOf } from '@cusp/contract/file-types';
import { extensionOf } from '@cusp/mesh/file-extensions';
import type { Awaited } from '../../../client/upload-in-parts.ts';
import { Watchers } from '../../../client/watchers.ts';

/** Why a file is not sent; the server would refuse it too. */
type SkipReason = 'type' | 'size' | 'materialSize' | 'empty' | 'name';

/** The reason not to send a file, as far as its name and size show; otherwise null. */
export function reasonToSkip(file: { name: string; size: number }): SkipReason | null {
  const extension = extensionOf(file.name);
  if (!(FILE_EXTENSIONS as readonly string[]).includes(extension)) return 'type';
  if (file.size > maxBytesOf(extension)) return extension === 'mtl' ? 'materialSize' : 'size';
  if (file.size === 0) return 'empty';
  return file.name.normalize('NFC').length > MAX_FILENAME ? 'name' : null;
}

export interface UploadItem {
  key: number;
  file: File;
  state: 'waiting' | 'sending' | 'done' | 'failed' | 'canceled';
  /** Bytes sent so far. */
  sent: number;
  /** Why it is paused. */
  awaited: Awaited | null;
  /** The case already had the identical file. */
  isUnchanged?: boolean;
  /** Number of failed attempts. */
  failures: number;
  /** It failed before the latest files were added: it can be retried but is not counted with them. */
  isEarlier?: boolean;
  error?: unknown;
}

export interface SkippedFile {
  key: number;
  name: string;
  reason: SkipReason;
}

export interface Uploads {
  items: readonly UploadItem[];
  /** Files that were not accepted, to be shown with the reason. */
  skipped: readonly SkippedFile[];
  isRunning: boolean;
}

/** Progress callback of an upload, and the way to stop it. */
interface Reports {
  onProgress(sent: number): void;
  onWaiting(awaited: Awaited | null): void;
  onUnchanged(): void;
  signal: AbortSignal;
}

interface UploadQueueOptions {
  send(file: File, reports: Reports): Promise<void>;
  /** Called when the queue has finished, with the files uploaded since the last call. */
  onEnd(arrived: readonly File[]): Promise<void> | void;
  /** An upload failed; `canceled` if the person stopped it. */
  onFailure(item: UploadItem, canceled: boolean): void;
}

/**
 * Uploads files one by one and stops at the first failure; the rest waits for `resume` or `retry`. Each change makes
 * a new snapshot.
 */
export class UploadQueue {
  readonly #options: UploadQueueOptions;
  readonly #watchers = new Watchers();
  #state: Uploads = { items: [], skipped: [], isRunning: false };
  #abort: AbortController | null = null;
  #serial = 0;

  constructor(options: UploadQueueOptions) {
    this.#options = options;
  }

  readonly subscribe = this.#watchers.subscribe;

  readonly snapshot = (): Uploads => this.#state;

  /**
   * Adds files; invalid ones are listed in `skipped`. Finished items are removed, failed ones stay unless their file
   * is added again.
   */
  add(files: readonly File[]): void {
    const skipped: SkippedFile[] = [];
    const added: UploadItem[] = [];
    for (const file of files) {
      const reason = reasonToSkip(file);
      if (reason) skipped.push({ key: ++this.#serial, name: file.name, reason });
      else added.push({ key: ++this.#serial, file, state: 'waiting', sent: 0, awaited: null, failures: 0 });
    }
    this.#set({
      items: [...(this.#state.isRunning ? this.#state.items : this.#remaining(added)), ...added],
      skipped,
    });
    if (added.length > 0) void this.#run();
  }

  /** The items of the previous list that stay when new files are added. */
  #remaining(added: readonly UploadItem[]): UploadItem[] {
    const isAgain = ({ file }: UploadItem) => added.some((item) => item.file.name === file.name);
    const isOver = this.#state.items.every(({ state }) => state !== 'waiting');
    return this.#state.items
      .filter((item) => item.state === 'waiting' || (item.state === 'failed' ? !isAgain(item) : !isOver))
      .map((item) => (item.state === 'failed' ? { ...item, isEarlier: true } : item));
  }

  /** Sends a failed or canceled file again. */
  retry(key: number): void {
    this.#change(key, { state: 'waiting', sent: 0, failures: 0, isEarlier: false, error: undefined });
    void this.#run();
  }

  /**
   * Sends everything that is not uploaded yet; failed files go last, so that they do not stop the same files again.
   */
  resume(): void {
    for (const { key, state } of this.#state.items) {
      if (state === 'failed' || state === 'canceled') {
        this.#change(key, { state: 'waiting', sent: 0, isEarlier: false, error: undefined });
      }
    }
    void this.#run();
  }

  /** Cancels everything that is not uploaded yet. */
  cancel(): void {
    for (const { key, state } of this.#state.items) {
      if (state === 'waiting' || state === 'sending') this.#change(key, { state: 'canceled' });
    }
    this.#abort?.abort();
  }

  /** Empties the list and cancels running uploads. */
  clear(): void {
    this.cancel();
    this.#set({ items: [], skipped: [] });
  }

  async #run(): Promise<void> {
    if (this.#state.isRunning) return;
    this.#set({ isRunning: true });
    const arrived: File[] = [];
    for (;;) {
      const next = this.#next();
      if (!next) break;
      if (await this.#sendOne(next)) arrived.push(next.file);
      else if (this.#stateOf(next.key) === 'failed') break;
    }
    try {
      if (arrived.length > 0) await this.#options.onEnd(arrived);
    } finally {
      this.#set({ isRunning: false });
    }
    const isStopped = this.#state.items.some(({ state, isEarlier }) => state === 'failed' && !isEarlier);
    if (!isStopped && this.#state.items.some(({ state }) => state === 'waiting')) void this.#run();
  }

  #next(): UploadItem | undefined {
    const waiting = this.#state.items.filter(({ state }) => state === 'waiting');
    const fewest = Math.min(...waiting.map(({ failures }) => failures));
    return waiting.find(({ failures }) => failures === fewest);
  }

  async #sendOne({ key, file, failures }: UploadItem): Promise<boolean> {
    const abort = new AbortController();
    this.#abort = abort;
    this.#change(key, { state: 'sending' });
    try {
      await this.#options.send(file, {
        onProgress: (sent) => this.#change(key, { sent: Math.min(sent, file.size) }),
        onWaiting: (awaited) => this.#change(key, { awaited }),
        onUnchanged: () => this.#change(key, { isUnchanged: true }),
        signal: abort.signal,
      });
      this.#change(key, { state: 'done', sent: file.size, awaited: null });
      return true;
    } catch (error) {
      const canceled = abort.signal.aborted;
      this.#change(key, {
        state: canceled ? 'canceled' : 'failed',
        awaited: null,
        failures: canceled ? failures : failures + 1,
        error,
      });
      const item = this.#state.items.find((each) => each.key === key);
      if (item) this.#options.onFailure(item, canceled);
      return false;
    } finally {
      this.#abort = null;
    }
  }

  #stateOf(key: number): UploadItem['state'] | undefined {
    return this.#state.items.find((item) => item.key === key)?.state;
  }

  #change(key: number, change: Partial<UploadItem>): void {
    this.#set({
      items: this.#state.items.map((item) => (item.key === key ? { ...item, ...change } : item)),
    });
  }

  #set(change: Partial<Uploads>): void {
    this.#state = { ...this.#state, ...change };
    this.#watchers.notify();
  }
}

/** The items that count: all except earlier failures. */
export const countedItems = (items: readonly UploadItem[]): UploadItem[] =>
  items.filter(({ isEarlier }) => !isEarlier);

/** The progress of the whole list by bytes, 0 to 1. A failed file counts as 0, however much of it was sent. */
export function shareSent(items: readonly UploadItem[]): number {
  const total = countedItems(items).reduce((sum, { file }) => sum + file.size, 0);
  const sent = items.filter(({ state }) => state === 'sending' || state === 'done');
  return total === 0 ? 0 : sent.reduce((sum, item) => sum + item.sent, 0) / total;
}
