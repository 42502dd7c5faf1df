/** A queue that is fair per person: one item of each person in turn. */
export class FairQueue<Item> {
  /** In the order of turns; contains only people with waiting items. */
  readonly #waiting = new Map<number, Item[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  sizeOf(person: number): number {
    return this.#waiting.get(person)?.length ?? 0;
  }

  add(person: number, item: Item): void {
    const own = this.#waiting.get(person);
    if (own) own.push(item);
    else this.#waiting.set(person, [item]);
    this.#size += 1;
  }

  /** The next item of the next person who is not `busy`; null if there is none. */
  take(busy: (person: number) => boolean): Item | null {
    for (const [person, own] of this.#waiting) {
      if (busy(person)) continue;
      const item = own.shift() ?? null;
      this.#waiting.delete(person);
      if (own.length > 0) this.#waiting.set(person, own);
      this.#size -= 1;
      return item;
    }
    return null;
  }

  /** Removes an item; returns whether it was still waiting. */
  remove(person: number, item: Item): boolean {
    const own = this.#waiting.get(person) ?? [];
    const at = own.indexOf(item);
    if (at < 0) return false;
    own.splice(at, 1);
    if (own.length === 0) this.#waiting.delete(person);
    this.#size -= 1;
    return true;
  }
}
