import { GrowableFloats, GrowableIndices } from './growable-array.ts';
import { cornersByVertex, type Wrapping } from './paint-corners.ts';
import type { Picture, Pictures } from './picture.ts';

/** Texture mapping of an OBJ: its `vt`, the texture coordinates of the corners, and the materials with pictures. */
export class ObjTexture implements Wrapping {
  readonly #numbers = new Map<string, number>();
  readonly #pictures: Picture[];
  /** u, v and an unused value. */
  readonly #places = new GrowableFloats(12);
  /** Texture coordinate of each triangle corner, one-based; 0 if it has none. */
  readonly #corners = new GrowableIndices(12);
  /** Triangle, one-based index of the picture from there on, and an unused value. */
  readonly #runs = new GrowableIndices(12);
  #run = 0;

  constructor(pictures: Pictures) {
    this.#pictures = [...pictures.values()];
    for (const name of pictures.keys()) this.#numbers.set(name, this.#numbers.size + 1);
  }

  /** Whether any triangle has a picture. */
  get isUsed(): boolean {
    const { data, length } = this.#runs;
    for (let at = 1; at < length; at += 3) if (data[at] !== 0) return true;
    return false;
  }

  addPlace(u: number, v: number): void {
    this.#places.push3(u, v, 0);
  }

  /** One-based index of a texture coordinate as an OBJ refers to it; 0 if invalid. */
  placeNumber(number: number): number {
    const place = number < 0 ? this.#places.length / 3 + number + 1 : number;
    return place > 0 ? place : 0;
  }

  /** Uses a material from this triangle on. */
  use(triangle: number, material: string): void {
    const runs = this.#runs;
    // Of materials without a face between them the last one applies.
    if (runs.length > 0 && runs.data[runs.length - 3] === triangle) runs.length -= 3;
    runs.push3(triangle, this.#numbers.get(material) ?? 0, 0);
  }

  /** Maps the corners of a polygon to those of its triangles: vertices from `from` to `to` in `indices`. */
  follow(
    polygon: { corners: readonly number[]; places: readonly number[] },
    indices: Uint32Array,
    from: number,
    to: number,
  ): void {
    const cornerOf = cornersByVertex(polygon.corners);
    const at = (i: number) => polygon.places[cornerOf(indices[i])] ?? 0;
    for (let i = from; i < to; i += 3) this.#corners.push3(at(i), at(i + 1), at(i + 2));
  }

  pictureOf(triangle: number): Picture | undefined {
    const { data, length } = this.#runs;
    while (this.#run + 3 < length && data[this.#run + 3] <= triangle) this.#run += 3;
    const isBefore = length === 0 || triangle < data[this.#run];
    return isBefore ? undefined : this.#pictures[data[this.#run + 1] - 1];
  }

  placeOf(corner: number, out: Float64Array, at: number): boolean {
    const place = this.#corners.data[corner];
    if (place === 0 || place * 3 > this.#places.length) return false;
    out[at] = this.#places.data[place * 3 - 3];
    out[at + 1] = this.#places.data[place * 3 - 2];
    return Number.isFinite(out[at]) && Number.isFinite(out[at + 1]);
  }
}
