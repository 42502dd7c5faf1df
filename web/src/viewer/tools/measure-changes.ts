import { Watched } from './watched.ts';

export interface ChangeCounts {
  /** Number of measures repeated on the new scan. */
  again: number;
  /** Number of measures whose place no longer exists. */
  lost: number;
}

export const noChanges: ChangeCounts = { again: 0, lost: 0 };

/** Effects of a changed scan on measures, until the next measure is started. */
export class MeasureChanges extends Watched<ChangeCounts> {
  /** Ids of the repeated measures: one that is repeated twice counts once. */
  readonly #again = new Set<number>();

  constructor() {
    super(noChanges);
  }

  note(id: number, { isLost }: { isLost: boolean }): void {
    const { lost } = this.get();
    if (isLost) this.#again.delete(id);
    else this.#again.add(id);
    this.set({ again: this.#again.size, lost: isLost ? lost + 1 : lost });
  }

  clear(): void {
    this.#again.clear();
    this.set(noChanges);
  }
}
