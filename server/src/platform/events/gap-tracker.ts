export interface EventRow {
  /** Position in this database's stream. */
  seq: number;
  at: Date;
  name: string;
  case_id: number | null;
  actor_id: number | null;
  action_id: string | null;
  audience: number[];
  ids: Record<string, number | number[]>;
}

/** A transaction that has not committed by then was rolled back, or its event is not delivered live. */
const GIVE_UP_MS = 30_000;
const MOST = 5000;

/**
 * Positions come from a sequence, so a higher one can be committed before a lower one. Remembers the skipped
 * positions for as long as they may still appear.
 */
export class GapTracker {
  #highest = 0;
  #isStarted = false;
  readonly #missing = new Map<number, number>();

  get highest(): number {
    return this.#highest;
  }

  /** Waits for everything after this position; 0 for an empty event table. */
  startAt(seq: number): void {
    this.#highest = seq;
    this.#isStarted = true;
  }

  /** Positions still missing. */
  open(now = Date.now()): number[] {
    for (const [seq, since] of this.#missing) if (now - since > GIVE_UP_MS) this.#missing.delete(seq);
    return [...this.#missing.keys()];
  }

  saw(seq: number, now = Date.now()): void {
    if (seq <= this.#highest) {
      this.#missing.delete(seq);
      return;
    }
    if (this.#isStarted) {
      for (let gap = this.#highest + 1; gap < seq && this.#missing.size < MOST; gap += 1) {
        this.#missing.set(gap, now);
      }
    }
    this.startAt(seq);
  }
}
