import { Watched } from './watched.ts';

/** The state of a map's computation. */
type MapStatus = { is: 'working'; progress: number } | { is: 'done' } | { is: 'stopped' } | { is: 'failed' };

export interface MapTurn {
  signal: AbortSignal;
  /** Takes 0 to 1. */
  progress(share: number): void;
}

/** One computation at a time: the latest one wins, and its progress can be watched. */
export class MapWork {
  readonly status = new Watched<MapStatus>({ is: 'done' });
  #running: AbortController | undefined;

  async start(work: (turn: MapTurn) => Promise<void>): Promise<void> {
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    this.status.set({ is: 'working', progress: 0 });
    const progress = (share: number) => {
      if (this.#running === running) this.status.set({ is: 'working', progress: share });
    };
    try {
      await work({ signal: running.signal, progress });
      if (this.#running === running) this.status.set({ is: 'done' });
    } catch {
      if (this.#running === running) this.status.set({ is: 'failed' });
    }
  }

  stop(): void {
    this.#end();
    this.status.set({ is: 'stopped' });
  }

  dispose(): void {
    this.#end();
  }

  #end(): void {
    const running = this.#running;
    this.#running = undefined;
    running?.abort();
  }
}
