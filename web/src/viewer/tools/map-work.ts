import { Watched } from './watched.ts';

/** How far a map is. */
type MapStatus = { is: 'working'; progress: number } | { is: 'done' } | { is: 'stopped' } | { is: 'failed' };

export interface MapTurn {
  signal: AbortSignal;
  /** Takes 0 to 1. */
  progress(share: number): void;
}

/** One piece of work at a time: the latest one wins, and everybody can see how far it is. */
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
