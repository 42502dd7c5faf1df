/** Numbers triples from 0 in the order in which they are first seen; equal ones share a number. */
export class IdTable {
  #slots: Int32Array;
  #keys: Float64Array;
  #count = 0;

  constructor(expected: number) {
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(16, expected * 2)))).fill(-1);
    this.#keys = new Float64Array(this.#slots.length * 1.5);
  }

  idOf(x: number, y: number, z: number): number {
    if (this.#count * 2 >= this.#slots.length) this.#grow();
    const slot = this.#slotOf(x, y, z);
    const found = this.#slots[slot] as number;
    if (found >= 0) return found;
    this.#slots[slot] = this.#count;
    this.#keys.set([x, y, z], this.#count * 3);
    return this.#count++;
  }

  #slotOf(x: number, y: number, z: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash(x, y, z) & mask;
    for (;;) {
      const id = this.#slots[slot] as number;
      if (id < 0) return slot;
      const at = id * 3;
      if (this.#keys[at] === x && this.#keys[at + 1] === y && this.#keys[at + 2] === z) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    const keys = this.#keys;
    this.#slots = new Int32Array(this.#slots.length * 2).fill(-1);
    this.#keys = new Float64Array(this.#slots.length * 1.5);
    this.#keys.set(keys);
    for (let id = 0; id < this.#count; id++) {
      const at = id * 3;
      this.#slots[this.#slotOf(keys[at] as number, keys[at + 1] as number, keys[at + 2] as number)] = id;
    }
  }
}

function hash(x: number, y: number, z: number): number {
  const mixed =
    Math.imul((x * 8191) | 0, 73856093) ^
    Math.imul((y * 8191) | 0, 19349663) ^
    Math.imul((z * 8191) | 0, 83492791);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
