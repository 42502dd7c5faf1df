export interface EventRow {
  id: number;
  at: Date;
  name: string;
  case_id: number | null;
  actor_id: number | null;
  action_id: string | null;
  audience: number[];
  ids: Record<string, number | number[]>;
}

/** Identity columns step by this much (ids of regions never collide). */
const STEP = 16;
/** A transaction that has not committed by then has rolled back or is lost to live delivery. */
const GIVE_UP_MS = 30_000;
const MOST = 5000;

/**
 * Ids come from a sequence, so a later id can be committed before an earlier one. Remembers the ids that
 * were jumped over, for as long as they may still appear.
 */
export class GapTracker {
  #highest = 0;
  readonly #missing = new Map<number, number>();

  get highest(): number {
    return this.#highest;
  }

  startAt(id: number): void {
    this.#highest = id;
  }

  /** Ids still waited for. */
  open(now = Date.now()): number[] {
    for (const [id, since] of this.#missing) if (now - since > GIVE_UP_MS) this.#missing.delete(id);
    return [...this.#missing.keys()];
  }

  saw(id: number, now = Date.now()): void {
    if (id <= this.#highest) {
      this.#missing.delete(id);
      return;
    }
    if (this.#highest > 0) {
      for (let gap = this.#highest + STEP; gap < id && this.#missing.size < MOST; gap += STEP) {
        this.#missing.set(gap, now);
      }
    }
    this.#highest = id;
  }
}
