import type { Readable } from 'node:stream';

interface ActiveUpload {
  source: Readable;
  done: Promise<unknown>;
}

/**
 * Parts of uploads that this process is receiving. A broken connection may look open for minutes, so the next request
 * for the same upload ends it first and keeps every received byte.
 */
export class ActiveUploads {
  readonly #uploads = new Map<string, ActiveUpload>();

  /** Ends the open connection of an upload and waits until its bytes are stored. */
  async end(upload: string): Promise<void> {
    const active = this.#uploads.get(upload);
    if (!active) return;
    active.source.destroy();
    await active.done;
  }

  /** Runs `work` with the bytes of a connection, which `end` can stop. */
  async hold<T>(upload: string, source: Readable, work: () => Promise<T>): Promise<T> {
    await this.end(upload);
    const result = work();
    const active: ActiveUpload = { source, done: result.catch(() => {}) };
    this.#uploads.set(upload, active);
    try {
      return await result;
    } finally {
      if (this.#uploads.get(upload) === active) this.#uploads.delete(upload);
    }
  }
}
