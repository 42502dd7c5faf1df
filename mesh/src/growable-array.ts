/** A typed array that doubles when full, for text formats that do not declare their length. */
export class GrowableFloats {
  data: Float32Array;
  length = 0;

  constructor(capacity: number) {
    this.data = new Float32Array(Math.max(capacity, 12));
  }

  push3(x: number, y: number, z: number): void {
    if (this.length + 3 > this.data.length) this.#grow();
    this.data[this.length] = x;
    this.data[this.length + 1] = y;
    this.data[this.length + 2] = z;
    this.length += 3;
  }

  /** The numbers so far, in an array of exactly that length. */
  finish(): Float32Array {
    return this.length === this.data.length ? this.data : this.data.slice(0, this.length);
  }

  #grow(): void {
    const larger = new Float32Array(this.data.length * 2);
    larger.set(this.data);
    this.data = larger;
  }
}

/** The same for vertex indices. */
export class GrowableIndices {
  data: Uint32Array;
  length = 0;

  constructor(capacity: number) {
    this.data = new Uint32Array(Math.max(capacity, 12));
  }

  push3(a: number, b: number, c: number): void {
    if (this.length + 3 > this.data.length) this.#grow();
    this.data[this.length] = a;
    this.data[this.length + 1] = b;
    this.data[this.length + 2] = c;
    this.length += 3;
  }

  finish(): Uint32Array {
    return this.length === this.data.length ? this.data : this.data.slice(0, this.length);
  }

  #grow(): void {
    const larger = new Uint32Array(this.data.length * 2);
    larger.set(this.data);
    this.data = larger;
  }
}
