import { GrowableFloats, GrowableIndices } from './growable-array.ts';
import { cornersByVertex, type Wrapping } from './paint-corners.ts';
import type { Picture, Pictures } from './picture.ts';
import type { PlyProperty } from './ply-header.ts';
import { isList } from './ply-rows.ts';

/** Column names that programs use for texture coordinates. */
const placeNames = [
  ['s', 't'],
  ['u', 'v'],
  ['texture_u', 'texture_v'],
  ['texture_s', 'texture_t'],
];

/** The columns of texture coordinates in a row of vertices. */
export function placeSlots(properties: PlyProperty[]): [number, number] | undefined {
  for (const names of placeNames) {
    const slots = names.map((name) => properties.findIndex((p) => p.name === name && !isList(p)));
    if (!slots.includes(-1)) return slots as [number, number];
  }
  return undefined;
}

/** The list property of a face with the texture coordinates of its corners. */
export const placeList = (properties: PlyProperty[]): number =>
  properties.findIndex((p) => isList(p) && /^tex(ture_?)?coords?$/.test(p.name));

/** The property with the index of a face's picture. */
export const pictureSlot = (properties: PlyProperty[]): number =>
  properties.findIndex((p) => !isList(p) && p.name === 'texnumber');

/** No picture; larger than any index in a file. */
const none = 0xffffffff;

/** Texture mapping of a PLY: texture coordinates of its vertices or of the corners of its faces. */
export class PlyTexture implements Wrapping {
  /** u and v of each vertex, if vertices have them. */
  ofVertices: Float32Array | undefined;
  /** u and v of each triangle corner; NaN if it has none. */
  readonly #ofCorners = new GrowableFloats(12);
  /** Triangle, index of the picture from there on, and an unused value. */
  readonly #runs = new GrowableIndices(12);
  readonly #pictures: Pictures;
  #run = 0;
  #indices: Uint32Array = new Uint32Array();

  constructor(pictures: Pictures) {
    this.#pictures = pictures;
  }

  /** Whether any corner may have texture coordinates; `indices` are those of all triangles. */
  isUsed(indices: Uint32Array): boolean {
    this.#indices = indices;
    return this.ofVertices !== undefined || this.#ofCorners.length > 0;
  }

  /** Uses a picture from this triangle on. */
  use(triangle: number, picture: number): void {
    const runs = this.#runs;
    const number = picture >= 0 ? picture : none;
    if (runs.length === 0 || runs.data[runs.length - 2] !== number) runs.push3(triangle, number, 0);
  }

  /** Maps the texture coordinates of a polygon to its triangles: vertices from `from` to `to` in `indices`. */
  follow(
    polygon: { corners: readonly number[]; places: readonly number[] },
    indices: Uint32Array,
    from: number,
    to: number,
  ): void {
    const { corners, places } = polygon;
    const cornerOf = cornersByVertex(corners);
    const known = places.length === corners.length * 2 ? places : [];
    const at = (i: number, axis: number) => known[cornerOf(indices[i]) * 2 + axis] ?? Number.NaN;
    for (let i = from; i < to; i += 3) {
      this.#ofCorners.push3(at(i, 0), at(i, 1), at(i + 1, 0));
      this.#ofCorners.push3(at(i + 1, 1), at(i + 2, 0), at(i + 2, 1));
    }
  }

  pictureOf(triangle: number): Picture | undefined {
    const { data, length } = this.#runs;
    while (this.#run + 3 < length && data[this.#run + 3] <= triangle) this.#run += 3;
    return this.#pictures.get(String(length === 0 ? 0 : data[this.#run + 1]));
  }

  placeOf(corner: number, out: Float64Array, at: number): boolean {
    const [values, place] =
      this.#ofCorners.length > 0 ? [this.#ofCorners.data, corner] : [this.ofVertices, this.#indices[corner]];
    out[at] = values?.[place * 2] ?? Number.NaN;
    out[at + 1] = values?.[place * 2 + 1] ?? Number.NaN;
    return Number.isFinite(out[at]) && Number.isFinite(out[at + 1]);
  }
}
