import type { Readable } from 'node:stream';

interface Line {
  source: Readable;
  done: Promise<unknown>;
}

/**
 * Parts that this process is receiving. A line that broke may look open for minutes; whoever comes back for the
 * same upload ends it first, so that every byte that came counts.
 */
export class LinesInHand {
  readonly #lines = new Map<string, Line>();

  /** Ends the line an upload still hangs on, and waits until what came by it is stored. */
  async end(upload: string): Promise<void> {
    const line = this.#lines.get(upload);
    if (!line) return;
    line.source.destroy();
    await line.done;
  }

  /** Does `work` with the bytes of a line; `end` reaches it meanwhile. */
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
