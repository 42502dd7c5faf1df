/** Disjoint sets (union-find). */
export class Groups {
  readonly #above: Uint32Array;

  constructor(count: number) {
    this.#above = Uint32Array.from({ length: count }, (_, i) => i);
  }

  of(member: number): number {
    let top = member;
    while (this.#above[top] !== top) {
      this.#above[top] = this.#above[this.#above[top]];
      top = this.#above[top];
    }
    return top;
  }

  join(a: number, b: number): void {
    this.#above[this.of(a)] = this.of(b);
  }
}
