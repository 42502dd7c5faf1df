/** One movement at a time: a new one takes the place of the one before it. */
export class Motion {
  readonly #draw: () => void;
  #frame = 0;

  constructor(draw: () => void) {
    this.#draw = draw;
  }

  /** Calls `move` with a share from 0 to 1 before each picture; with 1 at once for who wants nothing to move. */
  start(milliseconds: number, move: (share: number) => void): void {
    this.stop();
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const start = performance.now();
    const step = (now: number) => {
      const t = isStill ? 1 : Math.min(1, Math.max(0, (now - start) / milliseconds));
      move(t * t * (3 - 2 * t));
      this.#draw();
      if (t < 1) this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
  }
}
