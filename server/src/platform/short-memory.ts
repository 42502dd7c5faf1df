import { createHash } from 'node:crypto';

/** A fixed-length key for texts of any length, so that memory does not depend on the input. */
export const shortKey = (text: string): string => createHash('sha256').update(text).digest('base64url');

interface Limits {
  keptMs: number;
  /** Beyond this number the oldest are dropped. */
  most: number;
}

/** Facts with an expiry, by short keys, for each process separately. */
class ShortMemory<Fact> {
  readonly #facts = new Map<string, { fact: Fact; until: number }>();
  readonly #limits: Limits;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get(key: string): Fact | undefined {
    const known = this.#facts.get(key);
    return known && known.until > Date.now() ? known.fact : undefined;
  }

  set(key: string, fact: Fact): void {
    this.#facts.delete(key);
    this.#facts.set(key, { fact, until: Date.now() + this.#limits.keptMs });
    const [oldest] = this.#facts.keys();
    if (this.#facts.size > this.#limits.most && oldest !== undefined) this.#facts.delete(oldest);
  }

  delete(key: string): void {
    this.#facts.delete(key);
  }
}

/** A separate memory for each database. */
export function memoryOfEach<Fact>(limits: Limits): (db: object) => ShortMemory<Fact> {
  const memories = new WeakMap<object, ShortMemory<Fact>>();
  return (db) => {
    const memory = memories.get(db) ?? new ShortMemory<Fact>(limits);
    memories.set(db, memory);
    return memory;
  };
}
