/** Priority queue of numbers: `take` removes the one with the smallest key. */
export class MinHeap {
  readonly #items: number[] = [];
  readonly #keys: number[] = [];

  add(item: number, key: number): void {
    let at = this.#items.length;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (this.#keys[above] <= key) break;
      this.#put(at, this.#items[above], this.#keys[above]);
      at = above;
    }
    this.#put(at, item, key);
  }

  take(): number | undefined {
    const first = this.#items[0];
    const item = this.#items.pop();
    const key = this.#keys.pop();
    if (item === undefined || key === undefined || this.#items.length === 0) return first;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= this.#items.length) break;
      if ((this.#keys[below + 1] ?? Number.POSITIVE_INFINITY) < this.#keys[below]) below++;
      if (this.#keys[below] >= key) break;
      this.#put(at, this.#items[below], this.#keys[below]);
      at = below;
    }
    this.#put(at, item, key);
    return first;
  }

  #put(at: number, item: number, key: number): void {
    this.#items[at] = item;
    this.#keys[at] = key;
  }
}
