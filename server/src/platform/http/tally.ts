/** Counts amounts per holder, with a limit per holder and one for all together. */
export class Tally<Key> {
  readonly #limit: number;
  readonly #limitInAll: number;
  readonly #held = new Map<Key, number>();
  #inAll = 0;

  constructor(limit: number, limitInAll = Number.POSITIVE_INFINITY) {
    this.#limit = limit;
    this.#limitInAll = limitInAll;
  }

  /**
   * Adds `amount` to the count of `key`, or returns the limit that it would exceed: the holder's own or that of all.
   */
  take(key: Key, amount: number): 'taken' | 'own' | 'all' {
    const held = this.#held.get(key) ?? 0;
    if (amount > 0 && held + amount > this.#limit) return 'own';
    if (amount > 0 && this.#inAll + amount > this.#limitInAll) return 'all';
    if (amount > 0) this.#held.set(key, held + amount);
    this.#inAll += amount;
    return 'taken';
  }

  give(key: Key, amount: number): void {
    const left = (this.#held.get(key) ?? 0) - amount;
    if (left > 0) this.#held.set(key, left);
    else this.#held.delete(key);
    this.#inAll -= amount;
  }
}
