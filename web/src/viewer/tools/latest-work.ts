/** Work by id; starting it again aborts the previous run. */
export class LatestWork {
  readonly #running = new Map<number, AbortController>();

  /** Runs a task; calls `failed` if it throws before it is aborted. */
  async begin(id: number, task: (signal: AbortSignal) => Promise<void>, failed: () => void): Promise<void> {
    this.stop(id);
    const work = new AbortController();
    this.#running.set(id, work);
    try {
      await task(work.signal);
    } catch {
      if (!work.signal.aborted) failed();
    } finally {
      if (this.#running.get(id) === work) this.#running.delete(id);
    }
  }

  stop(id: number): void {
    this.#running.get(id)?.abort();
    this.#running.delete(id);
  }

  stopAll(): void {
    for (const id of [...this.#running.keys()]) this.stop(id);
  }
}
