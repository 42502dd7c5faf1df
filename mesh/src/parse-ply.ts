import { packedAt } from './colour-bytes.ts';
import { boundsOf, type Mesh, MeshError } from './mesh.ts';
import { paintCorners } from './paint-corners.ts';
import type { Pictures } from './picture.ts';
import { bytesOf, colourArray, colourSlots, writeColour } from './ply-colours.ts';
import { type Faces, readFaces, readStrips } from './ply-faces.ts';
import { type PlyElement, type PlyHeader, readPlyHeader } from './ply-header.ts';
import { isList, readRow } from './ply-rows.ts';
import { type PlySource, plySource, type Rest } from './ply-source.ts';
import { PlyTexture, placeSlots } from './ply-texture.ts';

/**
 * Reads a PLY: ASCII or binary of either byte order, colours of vertices or faces, polygons (triangulated) and triangle
 * strips, with any further elements and lists. A file with only points has 0 triangles. `pictures` colour the vertices
 * of all faces with texture coordinates.
 */
export function parsePly(bytes: Uint8Array, pictures: Pictures = new Map()): Mesh {
  const header = readPlyHeader(bytes);
  const [first = 0, second] = header.bodyStarts;
  const body = readBody(bytes, header, first, pictures);
  if (second === undefined || ('rest' in body && body.rest === 'nothing')) return meshOf(body);
  const other = readBody(bytes, header, second, pictures);
  // The right start of the body is the one with which it ends at the end of the file.
  const fits = 'rest' in other && (other.rest === 'nothing' || 'refusal' in body);
  return meshOf(fits ? other : body);
}

type Body = { mesh: Mesh; rest: Rest } | { refusal: MeshError };

function meshOf(body: Body): Mesh {
  if ('refusal' in body) throw body.refusal;
  if (body.rest === 'data') throw new MeshError('count-mismatch', 'more than the header declares');
  return body.mesh;
}

function readBody(bytes: Uint8Array, header: PlyHeader, bodyAt: number, pictures: Pictures): Body {
  try {
    const source = plySource(bytes, header, bodyAt);
    const mesh = readMesh(source, header, pictures);
    return { mesh, rest: source.rest };
  } catch (error) {
    if (error instanceof MeshError) return { refusal: error };
    throw error;
  }
}

function readMesh(source: PlySource, header: PlyHeader, pictures: Pictures): Mesh {
  const texture = pictures.size > 0 ? new PlyTexture(pictures) : undefined;
  let vertices: Vertices | undefined;
  let faces: Faces | undefined;
  for (const element of header.elements) {
    if (element.name === 'vertex' && !vertices) vertices = readVertices(source, element, texture);
    else if (element.name === 'face' && !faces && element.count > 0)
      faces = readFaces(source, element, vertices?.positions, texture);
    else if (element.name === 'tristrips' && !faces && element.count > 0) faces = readStrips(source, element);
    else skipElement(source, element);
  }
  if (!vertices) throw new MeshError('no-surface', 'no vertices');
  const bounds = boundsOf(vertices.positions);
  const mesh: Mesh = { ...vertices, indices: new Uint32Array(), triangles: 0, bounds };
  if (!faces) return mesh;
  const { indices, faceColors } = faces;
  const count = vertices.positions.length / 3;
  for (let i = 0; i < indices.length; i++) {
    if (indices[i] >= count) throw new MeshError('bad-index');
  }
  mesh.triangles = indices.length / 3;
  if (texture?.isUsed(indices)) {
    const { colors } = vertices;
    return paintCorners({ ...mesh, indices }, texture, {
      ofVertex: (vertex) => colors && packedAt(colors, vertex),
      ofTriangle: (triangle) => faceColors && packedAt(faceColors, triangle),
    });
  }
  if (faceColors && !vertices.colors) return spread(mesh, indices, faceColors);
  mesh.indices = indices;
  return mesh;
}

interface Vertices {
  positions: Float32Array;
  colors?: Uint8Array;
}

function readVertices(
  source: PlySource,
  { count, properties }: PlyElement,
  texture: PlyTexture | undefined,
): Vertices {
  if (count === 0) throw new MeshError('no-surface', 'no vertices');
  const [x, y, z] = ['x', 'y', 'z'].map((name) => properties.findIndex((p) => p.name === name && !isList(p)));
  if (x === -1 || y === -1 || z === -1) throw new MeshError('header', 'coordinates missing');
  const slots = colourSlots(properties);
  const positions = new Float32Array(count * 3);
  const colours = slots && colourArray(slots, count);
  const onPicture = texture && placeSlots(properties);
  const places = onPicture && new Float32Array(count * 2);
  if (texture) texture.ofVertices = places;
  const row = new Float64Array(properties.length);
  for (let i = 0, at = 0; i < count; i++, at += 3) {
    readRow(source, properties, row);
    positions[at] = row[x];
    positions[at + 1] = row[y];
    positions[at + 2] = row[z];
    if (colours && slots) writeColour(colours, at, row, slots);
    if (places && onPicture) {
      places[i * 2] = row[onPicture[0]];
      places[i * 2 + 1] = row[onPicture[1]];
    }
  }
  return { positions, colors: colours && bytesOf(colours) };
}

function skipElement(source: PlySource, { count, properties }: PlyElement): void {
  for (let i = 0; i < count; i++) {
    for (const property of properties) {
      source.skip(property.type, property.lengthType === undefined ? 1 : source.next(property.lengthType));
    }
  }
}

/** Duplicates vertices for each triangle, because colours of faces need separate corners. */
function spread(mesh: Mesh, indices: Uint32Array, faceColors: Uint8Array): Mesh {
  const positions = new Float32Array(indices.length * 3);
  const colors = new Uint8Array(indices.length * 3);
  for (let corner = 0; corner < indices.length; corner++) {
    const from = indices[corner] * 3;
    const face = Math.floor(corner / 3) * 3;
    for (let i = 0; i < 3; i++) {
      positions[corner * 3 + i] = mesh.positions[from + i];
      colors[corner * 3 + i] = faceColors[face + i];
    }
  }
  return { positions, colors, triangles: mesh.triangles, bounds: mesh.bounds };
}
