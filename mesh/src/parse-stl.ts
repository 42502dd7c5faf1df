import { boundsOf, type Mesh, MeshError } from './mesh.ts';
import { looksLikeText, parseStlText } from './parse-stl-text.ts';

const headerBytes = 84;
const facetBytes = 50;

/** Number of triangles that the header declares; 0 if the file is too short to have one. */
export function promisedTriangles(bytes: Uint8Array): number {
  if (bytes.length < headerBytes) return 0;
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(80, true);
}

/**
 * Reads a binary or ASCII STL. The size formula 84 + 50·n decides before anything else, because many binary files start
 * with `solid` and many ASCII files do not.
 */
export function parseStl(bytes: Uint8Array): Mesh {
  if (bytes.length === 0) throw new MeshError('empty');
  const promised = promisedTriangles(bytes);
  const needed = headerBytes + promised * facetBytes;
  if (bytes.length >= headerBytes && bytes.length === needed) return parseStlBinary(bytes, promised);
  if (looksLikeText(bytes)) return parseStlText(bytes);
  if (bytes.length < headerBytes) throw new MeshError('truncated', 'no header');
  if (bytes.length < needed) throw new MeshError('truncated', `${promised} triangles promised`);
  if (promised === 0) throw new MeshError('count-mismatch', 'no triangles promised');
  // Some writers pad the end of the file; the declared triangles are complete.
  return parseStlBinary(bytes, promised);
}

function parseStlBinary(bytes: Uint8Array, triangles: number): Mesh {
  const positions = new Float32Array(triangles * 9);
  // Facets are at even offsets, so their corners are copied as 16-bit halves: twice as fast as by float.
  const even = bytes.byteOffset % 2 === 0 ? bytes : bytes.slice();
  const from = new Uint16Array(even.buffer, even.byteOffset, even.byteLength >> 1);
  const to = new Uint16Array(positions.buffer);
  for (
    let facet = 0, at = (headerBytes + 12) / 2, out = 0;
    facet < triangles;
    facet++, at += facetBytes / 2
  ) {
    for (let i = 0; i < 18; i++) to[out++] = from[at + i];
  }
  const mesh: Mesh = { positions, triangles, bounds: boundsOf(positions) };
  const colors = facetColours(bytes, triangles);
  if (colors) mesh.colors = colors;
  return mesh;
}

/** A facet's colour; undefined without one. */
type ColourOf = (packed: number) => Colour | undefined;
type Colour = [red: number, green: number, blue: number];

/** Colour of facets without one in a file with colours. */
const uncoloured: Colour = [255, 255, 255];
const valid = 0x8000;

/**
 * Two encodings of colour in the attribute bytes are in use, five bits each. Materialise: red lowest, the top bit
 * means "use the header's colour", and the header contains `COLOR=`. VisCAM and SolidView: blue lowest, the top bit
 * means that there is a colour, and nothing announces it.
 */
function facetColours(bytes: Uint8Array, triangles: number): Uint8Array | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const attribute = (facet: number) => view.getUint16(headerBytes + facet * facetBytes + 48, true);
  const header = headerColour(bytes);
  if (!header && !hasVisCamColours(attribute, triangles)) return undefined;
  const colourOf: ColourOf = header
    ? (packed) => (packed & valid ? header : [five(packed), five(packed >> 5), five(packed >> 10)])
    : (packed) => (packed & valid ? [five(packed >> 10), five(packed >> 5), five(packed)] : undefined);
  const colors = new Uint8Array(triangles * 9);
  for (let facet = 0, out = 0; facet < triangles; facet++) {
    const colour = colourOf(attribute(facet)) ?? uncoloured;
    for (let corner = 0; corner < 3; corner++, out += 3) colors.set(colour, out);
  }
  return colors;
}

/**
 * Many programs leave garbage in the attribute bytes, one value everywhere or counters. They count as colours if each
 * is either empty or marked as a colour, and they differ.
 */
function hasVisCamColours(attribute: (facet: number) => number, triangles: number): boolean {
  if (triangles === 0) return false;
  const first = attribute(0);
  let differ = false;
  for (let facet = 0; facet < triangles; facet++) {
    const packed = attribute(facet);
    if (packed !== 0 && !(packed & valid)) return false;
    differ ||= packed !== first;
  }
  return differ;
}

/** The colour in a Materialise header: `COLOR=` and four bytes. */
function headerColour(bytes: Uint8Array): Colour | undefined {
  const mark = [67, 79, 76, 79, 82, 61];
  for (let i = 0; i + mark.length + 4 <= 80; i++) {
    if (mark.every((byte, j) => bytes[i + j] === byte)) {
      return [bytes[i + 6], bytes[i + 7], bytes[i + 8]];
    }
  }
  return undefined;
}

/** Scales the lowest five bits to 0–255. */
function five(bits: number): number {
  return Math.round(((bits & 31) * 255) / 31);
}
