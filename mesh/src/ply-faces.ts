import { longestPolygon, PolygonFiller } from './fill-polygon.ts';
import { GrowableIndices } from './growable-array.ts';
import { MeshError } from './mesh.ts';
import { bytesOf, colourArray, colourSlots, writeColour } from './ply-colours.ts';
import type { PlyElement, PlyProperty } from './ply-header.ts';
import { isList, readProperty } from './ply-rows.ts';
import type { PlySource } from './ply-source.ts';
import { type PlyTexture, pictureSlot, placeList } from './ply-texture.ts';

export interface Faces {
  indices: Uint32Array;
  /** Red, green, blue of each triangle. */
  faceColors?: Uint8Array;
}

/** Triangulated polygons; the `positions` read so far are needed to fill concave ones. */
export function readFaces(
  source: PlySource,
  element: PlyElement,
  positions: Float32Array = new Float32Array(),
  texture?: PlyTexture,
): Faces {
  const { count, properties } = element;
  const list = listOfVertices(properties);
  const slots = colourSlots(properties);
  const indices = new GrowableIndices(count * 3);
  const filler = new PolygonFiller();
  const ofFaces = slots && colourArray(slots, count);
  /** The first triangle of each face, if faces have colours. */
  const starts = slots && new Uint32Array(count + 1);
  const row = new Float64Array(properties.length);
  const corners: number[] = [];
  const fill = () => filler.fill(corners, positions, positions.length / 3, indices);
  const onPicture = texture ? placeList(properties) : -1;
  const picture = pictureSlot(properties);
  const places: number[] = [];
  for (let i = 0; i < count; i++) {
    const before = indices.length;
    if (starts) starts[i] = before / 3;
    for (let p = 0; p < properties.length; p++) {
      if (p === list) readPolygon(source, properties[p] as PlyProperty, corners, fill);
      else if (p === onPicture) readPlaces(source, properties[p] as PlyProperty, places);
      else readProperty(source, properties[p] as PlyProperty, row, p);
    }
    if (ofFaces && slots) writeColour(ofFaces, i * 3, row, slots);
    if (!texture || indices.length === before) continue;
    if (picture !== -1) texture.use(before / 3, row[picture]);
    if (onPicture !== -1) texture.follow({ corners, places }, indices.data, before, indices.length);
  }
  if (starts) starts[count] = indices.length / 3;
  const faceColors = ofFaces && starts && perTriangle(bytesOf(ofFaces), starts);
  return { indices: indices.finish(), faceColors };
}

function perTriangle(ofFaces: Uint8Array, starts: Uint32Array): Uint8Array {
  const out = new Uint8Array((starts.at(-1) ?? 0) * 3);
  for (let face = 0; face + 1 < starts.length; face++) {
    const colour = ofFaces.subarray(face * 3, face * 3 + 3);
    for (let triangle = starts[face]; triangle < starts[face + 1]; triangle++) out.set(colour, triangle * 3);
  }
  return out;
}

function listOfVertices(properties: readonly PlyProperty[]): number {
  const list = properties.findIndex((p) => isList(p) && /^vertex_ind(ex|ices)$/.test(p.name));
  if (list === -1) throw new MeshError('unsupported-property', 'faces without vertex numbers');
  return list;
}

/** Reads the corners of a polygon and calls `fill`; very long ones in parts that share their first and last corner. */
function readPolygon(source: PlySource, property: PlyProperty, corners: number[], fill: () => void): void {
  const count = source.next(property.lengthType ?? 1);
  source.mustHold(property.type, count);
  if (count < 3) throw new MeshError('bad-face');
  corners.length = 0;
  for (let i = 0; i < count; i++) {
    if (corners.length === longestPolygon) {
      fill();
      corners.splice(1, longestPolygon - 2);
    }
    corners.push(vertexNumber(source, property));
  }
  fill();
}

/** Texture coordinates of the corners of a face. Those of very long polygons are skipped. */
function readPlaces(source: PlySource, property: PlyProperty, out: number[]): void {
  out.length = 0;
  const count = source.next(property.lengthType ?? 1);
  source.mustHold(property.type, count);
  if (count > longestPolygon * 2) source.skip(property.type, count);
  else for (let i = 0; i < count; i++) out.push(source.next(property.type));
}

/**
 * Triangle strips as in Stanford's scans: each further vertex adds a triangle, a negative number starts a new strip.
 */
export function readStrips(source: PlySource, { count, properties }: PlyElement): Faces {
  const list = listOfVertices(properties);
  const indices = new GrowableIndices(12);
  const row = new Float64Array(properties.length);
  for (let i = 0; i < count; i++) {
    for (let p = 0; p < properties.length; p++) {
      if (p === list) readStrip(source, properties[p] as PlyProperty, indices);
      else readProperty(source, properties[p] as PlyProperty, row, p);
    }
  }
  return { indices: indices.finish() };
}

function readStrip(source: PlySource, property: PlyProperty, out: GrowableIndices): void {
  const length = source.next(property.lengthType ?? 1);
  source.mustHold(property.type, length);
  let run = 0;
  let [a, b] = [0, 0];
  for (let i = 0; i < length; i++) {
    const c = source.next(property.type);
    if (c < 0) {
      run = 0;
      continue;
    }
    if (!Number.isInteger(c)) throw new MeshError('bad-index');
    run++;
    // Degenerate triangles only change the direction of the strip.
    if (run > 2 && a !== b && b !== c && a !== c) {
      if (run % 2 === 1) out.push3(a, b, c);
      else out.push3(b, a, c);
    }
    [a, b] = [b, c];
  }
}

function vertexNumber(source: PlySource, property: PlyProperty): number {
  const value = source.next(property.type);
  if (!(value >= 0 && value < 0xffffffff) || !Number.isInteger(value)) throw new MeshError('bad-index');
  return value;
}
