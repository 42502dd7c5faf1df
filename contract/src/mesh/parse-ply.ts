import { GrowingIndices } from './growing.ts';
import { boundsOf, type Mesh, MeshError } from './mesh.ts';
import { type PlyElement, type PlyProperty, readPlyHeader } from './ply-header.ts';
import { type PlySource, plySource } from './ply-source.ts';

/**
 * Reads a PLY: text or binary of either byte order, colours on vertices or on faces, polygons
 * (fan-triangulated), any further elements and lists before, between and after. A file of points
 * alone has 0 triangles.
 */
export function parsePly(bytes: Uint8Array): Mesh {
  const header = readPlyHeader(bytes);
  const source = plySource(bytes, header);
  let vertices: Vertices | undefined;
  let faces: Faces | undefined;
  for (const element of header.elements) {
    if (element.name === 'vertex' && !vertices) vertices = readVertices(source, element);
    else if (element.name === 'face' && !faces) faces = readFaces(source, element);
    else skipElement(source, element);
  }
  if (!vertices) throw new MeshError('header', 'no vertices');
  const bounds = boundsOf(vertices.positions);
  const mesh: Mesh = { ...vertices, indices: new Uint32Array(), triangles: 0, bounds };
  if (!faces) return mesh;
  const { indices, faceColors } = faces;
  const count = vertices.positions.length / 3;
  for (let i = 0; i < indices.length; i++) {
    if ((indices[i] as number) >= count) throw new MeshError('bad-index');
  }
  mesh.triangles = indices.length / 3;
  if (faceColors && !vertices.colors) return spread(mesh, indices, faceColors);
  mesh.indices = indices;
  return mesh;
}

interface Vertices {
  positions: Float32Array;
  colors?: Uint8Array;
}

interface Faces {
  indices: Uint32Array;
  /** Red, green, blue for each triangle. */
  faceColors?: Uint8Array;
}

function readVertices(source: PlySource, { count, properties }: PlyElement): Vertices {
  const [x, y, z] = ['x', 'y', 'z'].map((name) => properties.findIndex((p) => p.name === name && !isList(p)));
  if (x === -1 || y === -1 || z === -1) throw new MeshError('header', 'coordinates missing');
  const slots = colourSlots(properties);
  const positions = new Float32Array(count * 3);
  const colors = slots ? new Uint8Array(count * 3) : undefined;
  const row = new Float64Array(properties.length);
  for (let i = 0, at = 0; i < count; i++, at += 3) {
    readRow(source, properties, row);
    positions[at] = row[x as number] as number;
    positions[at + 1] = row[y as number] as number;
    positions[at + 2] = row[z as number] as number;
    if (colors && slots) writeColour(colors, at, row, slots);
  }
  return { positions, colors };
}

function readFaces(source: PlySource, { count, properties }: PlyElement): Faces {
  const list = properties.findIndex((p) => isList(p) && /^vertex_ind(ex|ices)$/.test(p.name));
  if (list === -1) throw new MeshError('unsupported-property', 'faces without vertex numbers');
  const slots = colourSlots(properties);
  const indices = new GrowingIndices(count * 3);
  const colours: number[] = [];
  const row = new Float64Array(properties.length);
  const scratch = new Uint8Array(3);
  for (let i = 0; i < count; i++) {
    const before = indices.length;
    for (let p = 0; p < properties.length; p++) {
      if (p === list) readPolygon(source, properties[p] as PlyProperty, indices);
      else readProperty(source, properties[p] as PlyProperty, row, p);
    }
    if (!slots) continue;
    writeColour(scratch, 0, row, slots);
    for (let n = before; n < indices.length; n += 3) colours.push(...scratch);
  }
  return { indices: indices.finish(), faceColors: slots ? Uint8Array.from(colours) : undefined };
}

function readPolygon(source: PlySource, property: PlyProperty, out: GrowingIndices): void {
  const corners = source.next(property.lengthType ?? 1);
  source.mustHold(property.type, corners);
  if (corners < 3) {
    source.skip(property.type, corners);
    return;
  }
  const first = vertexNumber(source, property);
  let previous = vertexNumber(source, property);
  for (let i = 2; i < corners; i++) {
    const next = vertexNumber(source, property);
    out.push3(first, previous, next);
    previous = next;
  }
}

function vertexNumber(source: PlySource, property: PlyProperty): number {
  const value = source.next(property.type);
  if (!(value >= 0 && value < 0xffffffff) || !Number.isInteger(value)) throw new MeshError('bad-index');
  return value;
}

function readRow(source: PlySource, properties: PlyProperty[], row: Float64Array): void {
  for (let p = 0; p < properties.length; p++) readProperty(source, properties[p] as PlyProperty, row, p);
}

function readProperty(source: PlySource, property: PlyProperty, row: Float64Array, slot: number): void {
  if (property.lengthType === undefined) row[slot] = source.next(property.type);
  else source.skip(property.type, source.next(property.lengthType));
}

function skipElement(source: PlySource, { count, properties }: PlyElement): void {
  for (let i = 0; i < count; i++) {
    for (const property of properties) {
      source.skip(property.type, property.lengthType === undefined ? 1 : source.next(property.lengthType));
    }
  }
}

function isList(property: PlyProperty): boolean {
  return property.lengthType !== undefined;
}

interface ColourSlots {
  columns: [number, number, number];
  /** What brings a stored value to 0–255: bytes as they are, 16 bit, or fractions of one. */
  scale: number;
}

function colourSlots(properties: PlyProperty[]): ColourSlots | undefined {
  for (const prefix of ['', 'diffuse_']) {
    const columns = ['red', 'green', 'blue'].map((name) =>
      properties.findIndex((p) => p.name === prefix + name && !isList(p)),
    ) as [number, number, number];
    const type = properties[columns[0]]?.type;
    if (columns.includes(-1) || type === undefined) continue;
    return { columns, scale: type >= 6 ? 255 : type === 3 ? 1 / 257 : 1 };
  }
  return undefined;
}

function writeColour(out: Uint8Array, at: number, row: Float64Array, { columns, scale }: ColourSlots): void {
  for (let i = 0; i < 3; i++) {
    const value = Math.round((row[columns[i] as number] as number) * scale);
    out[at + i] = Math.min(Math.max(value, 0), 255);
  }
}

/** Colours that belong to faces need corners of their own. */
function spread(mesh: Mesh, indices: Uint32Array, faceColors: Uint8Array): Mesh {
  const positions = new Float32Array(indices.length * 3);
  const colors = new Uint8Array(indices.length * 3);
  for (let corner = 0; corner < indices.length; corner++) {
    const from = (indices[corner] as number) * 3;
    const face = Math.floor(corner / 3) * 3;
    for (let i = 0; i < 3; i++) {
      positions[corner * 3 + i] = mesh.positions[from + i] as number;
      colors[corner * 3 + i] = faceColors[face + i] as number;
    }
  }
  return { positions, colors, triangles: mesh.triangles, bounds: mesh.bounds };
}
