import { colourBytes, packedAt } from './colour-bytes.ts';
import { longestPolygon, PolygonFiller } from './fill-polygon.ts';
import { GrowableFloats, GrowableIndices } from './growable-array.ts';
import { boundsOf, type Mesh, MeshError } from './mesh.ts';
import { ObjEnd } from './obj-end.ts';
import { ObjTexture } from './obj-texture.ts';
import { paintCorners } from './paint-corners.ts';
import { FaceColours, paintFaces } from './paint-faces.ts';
import type { Materials } from './parse-mtl.ts';
import type { Pictures } from './picture.ts';
import { lineRest, TextCursor } from './text-cursor.ts';
import { hasUtf16Mark } from './utf16.ts';

const slash = 47;
const hash = 35;
const comma = 44;

/**
 * Reads the surface of an OBJ: `v` with or without r g b, `f` in all four spellings with positive and negative
 * indices, polygons triangulated, lines continued by a backslash. UTF-16 is refused.
 * `materials` colour the faces after a `usemtl`, except at vertices with their own colour; `pictures` of materials
 * colour the vertices of all faces with texture coordinates.
 */
export function parseObj(
  bytes: Uint8Array,
  materials: Materials = new Map(),
  pictures: Pictures = new Map(),
): Mesh {
  if (bytes.length === 0) throw new MeshError('empty');
  refuseWideText(bytes);
  const reader = new ObjReader(bytes, materials, pictures);
  reader.readAll();
  const positions = reader.positions.finish();
  if (positions.length === 0) throw new MeshError('unknown-format', 'no vertices');
  const indices = reader.indices.finish();
  const bounds = boundsOf(positions);
  reader.end.check(positions.length / 3, indices, reader.highest);
  if (reader.highest >= positions.length / 3) throw new MeshError('bad-index');
  const mesh = { positions, indices, triangles: indices.length / 3, bounds };
  const { colors, isOwn } = reader.ownColours();
  if (reader.texture?.isUsed) {
    const ofVertex = (vertex: number) => (colors && isOwn(vertex) ? packedAt(colors, vertex) : undefined);
    return paintCorners(mesh, reader.texture, { ofVertex, ofTriangle: reader.faces.inOrder() });
  }
  if (reader.faces.hasAny) return paintFaces(mesh, reader.faces, colors ?? white(positions.length), isOwn);
  return colors ? { ...mesh, colors } : mesh;
}

const white = (length: number) => new Uint8Array(length).fill(255);

function refuseWideText(bytes: Uint8Array): void {
  if (hasUtf16Mark(bytes)) throw new MeshError('encoding', 'utf-16');
  for (let i = 0; i < Math.min(bytes.length, 1024); i++) {
    if (bytes[i] === 0) throw new MeshError('unknown-format', 'binary');
  }
}

class ObjReader {
  readonly cursor: TextCursor;
  readonly positions: GrowableFloats;
  readonly indices: GrowableIndices;
  readonly faces = new FaceColours();
  readonly end: ObjEnd;
  /** Undefined if no picture lies on the scan, so that texture coordinates are not stored in vain. */
  readonly texture: ObjTexture | undefined;
  readonly #materials: Materials;
  readonly #filler = new PolygonFiller();
  readonly #corners: number[] = [];
  /** Texture coordinate of each corner. */
  readonly #places: number[] = [];
  /** Red, green, blue of each vertex so far; NaN if it has none. */
  #colors: GrowableFloats | undefined;
  highest = -1;

  constructor(bytes: Uint8Array, materials: Materials, pictures: Pictures) {
    this.cursor = new TextCursor(bytes);
    this.cursor.skipMark();
    this.end = new ObjEnd(bytes);
    this.#materials = materials;
    if (pictures.size > 0) this.texture = new ObjTexture(pictures);
    this.positions = new GrowableFloats(Math.ceil(bytes.length / 70) * 3);
    this.indices = new GrowableIndices(Math.ceil(bytes.length / 35) * 3);
  }

  readAll(): void {
    try {
      this.#readStatements();
    } catch (error) {
      throw error instanceof MeshError ? this.end.refusalAt(this.cursor, error) : error;
    }
  }

  #readStatements(): void {
    const { cursor, texture } = this;
    const hasLooks = texture !== undefined || this.#materials.size > 0;
    while (cursor.toToken()) {
      if (cursor.takeWord('v')) this.readVertex();
      else if (cursor.takeWord('f')) this.readFace();
      else if (cursor.bytes[cursor.at] === hash) this.end.readComment(cursor.at);
      else if (cursor.takeWord('l') || cursor.takeWord('p')) this.end.hasOtherShapes = true;
      else if (hasLooks && cursor.takeWord('usemtl')) this.readMaterial();
      else if (texture && cursor.takeWord('vt')) texture.addPlace(this.fraction(), this.fraction());
      cursor.skipStatement();
    }
  }

  readVertex(): void {
    const values = [0, 0, 0];
    for (let i = 0; i < 3; i++) {
      if (!this.toNumber()) throw new MeshError('syntax', 'vertex');
      values[i] = this.cursor.number();
    }
    this.positions.push3(values[0], values[1], values[2]);
    if (!this.toNumber()) return;
    const extra: number[] = [];
    while (extra.length < 4 && this.toNumber()) extra.push(this.cursor.number());
    // One extra value is a weight, three or four are a colour.
    if (extra.length >= 3) this.colourLast(extra[0], extra[1], extra[2]);
  }

  /**
   * Moves to the next number of a vertex. A comma before a blank separates numbers; without a blank it could be a
   * decimal comma.
   */
  toNumber(): boolean {
    const { cursor } = this;
    if (cursor.bytes[cursor.at] === comma && (cursor.bytes[cursor.at + 1] ?? 0) <= 32) cursor.at++;
    return cursor.toValue();
  }

  colourLast(red: number, green: number, blue: number): void {
    this.#colors ??= new GrowableFloats(this.positions.data.length);
    this.fillColors(this.positions.length - 3);
    this.#colors.push3(red, green, blue);
  }

  fillColors(length: number): void {
    const none = Number.NaN;
    while (this.#colors && this.#colors.length < length) this.#colors.push3(none, none, none);
  }

  readMaterial(): void {
    const name = this.cursor.toTokenInLine() ? lineRest(this.cursor.bytes, this.cursor.at) : '';
    this.faces.set(this.indices.length / 3, this.#materials.get(name));
    this.texture?.use(this.indices.length / 3, name);
  }

  /** The next texture coordinate; NaN if missing or invalid, because bad texture coordinates never reject a mesh. */
  fraction(): number {
    try {
      return this.cursor.toValue() ? this.cursor.number() : Number.NaN;
    } catch (error) {
      if (error instanceof MeshError) return Number.NaN;
      throw error;
    }
  }

  readFace(): void {
    const corners = this.#corners;
    const places = this.#places;
    corners.length = 0;
    places.length = 0;
    while (this.cursor.toValue()) {
      // Of an extremely long polygon only the first and the last corner are kept.
      if (corners.length === longestPolygon) {
        this.fillFace();
        corners.splice(1, longestPolygon - 2);
        places.splice(1, longestPolygon - 2);
      }
      corners.push(this.readCorner());
    }
    this.fillFace();
  }

  fillFace(): void {
    const corners = this.#corners;
    const before = this.indices.length;
    if (corners.length > 3)
      this.#filler.fill(corners, this.positions.data, this.positions.length / 3, this.indices);
    else if (corners.length < 3) throw new MeshError('bad-face');
    else this.indices.push3(corners[0], corners[1], corners[2]);
    const { data, length } = this.indices;
    this.texture?.follow({ corners, places: this.#places }, data, before, length);
  }

  readCorner(): number {
    const { cursor } = this;
    const number = cursor.integer();
    const after = cursor.bytes[cursor.at];
    if (cursor.at < cursor.end && after !== slash && after > 32) throw new MeshError('syntax', 'face');
    if (this.texture) this.#places.push(this.texture.placeNumber(this.placeNumber()));
    cursor.skipToken();
    const index = number > 0 ? number - 1 : number < 0 ? this.positions.length / 3 + number : -1;
    if (index < 0) throw new MeshError('bad-index');
    if (index > this.highest) this.highest = index;
    return index;
  }

  /** The second index of a corner, with the cursor after the first; 0 if there is none. */
  placeNumber(): number {
    const { cursor } = this;
    if (cursor.bytes[cursor.at] !== slash) return 0;
    const next = cursor.bytes[cursor.at + 1] ?? 0;
    if (next !== 45 && (next < 48 || next > 57)) return 0;
    cursor.at++;
    try {
      return cursor.integer();
    } catch (error) {
      if (error instanceof MeshError) return 0;
      throw error;
    }
  }

  /** Colours of vertices; those without one are white. */
  ownColours(): { colors?: Uint8Array; isOwn(vertex: number): boolean } {
    if (!this.#colors) return { isOwn: () => false };
    this.fillColors(this.positions.length);
    const values = this.#colors.finish();
    const colors = colourBytes(values);
    return { colors, isOwn: (vertex) => !Number.isNaN(values[vertex * 3]) };
  }
}
