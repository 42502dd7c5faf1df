import type { Readable } from 'node:stream';

interface Line {
  source: Readable;
  done: Promise<unknown>;
}

/**
 * Parts that this process is receiving. A broken connection may look open for minutes, so the next request for the
 * same upload ends it first and keeps every received byte.
 */
export class LinesInHand {
  readonly #lines = new Map<string, Line>();

  /** Ends the open connection of an upload and waits until its bytes are stored. */
  async end(upload: string): Promise<void> {
    const line = this.#lines.get(upload);
    if (!line) return;
    line.source.destroy();
    await line.done;
  }

  /** Runs `work` with the bytes of a connection, which `end` can stop. */
  async hold<T>(upload: string, source: Readable, work: () => Promise<T>): Promise<T> {
    await this.end(upload);
    const result = work();
    const line: Line = { source, done: result.catch(() => {}) };
    this.#lines.set(upload, line);
    try {
      return await result;
    } finally {
      if (this.#lines.get(upload) === line) this.#lines.delete(upload);
    }
  }
}
