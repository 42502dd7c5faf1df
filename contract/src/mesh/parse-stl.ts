import { boundsOf, type Mesh, MeshError } from './mesh.ts';
import { looksLikeText, parseStlText } from './parse-stl-text.ts';

const headerBytes = 84;
const facetBytes = 50;

/** Triangles the header promises; 0 when the file is too short to have one. */
export function promisedTriangles(bytes: Uint8Array): number {
  if (bytes.length < headerBytes) return 0;
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(80, true);
}

/**
 * Reads an STL of either kind. The kind is decided by the size formula 84 + 50·n before anything
 * else, because binary files starting with `solid` are common and so are texts that do not.
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
  // Some writers pad the end of the file; the promised triangles are all there.
  return parseStlBinary(bytes, promised);
}

function parseStlBinary(bytes: Uint8Array, triangles: number): Mesh {
  const positions = new Float32Array(triangles * 9);
  // Facets stand at even bytes, so their corners are copied as 16-bit halves: twice as fast as by float.
  const even = bytes.byteOffset % 2 === 0 ? bytes : bytes.slice();
  const from = new Uint16Array(even.buffer, even.byteOffset, even.byteLength >> 1);
  const to = new Uint16Array(positions.buffer);
  for (
    let facet = 0, at = (headerBytes + 12) / 2, out = 0;
    facet < triangles;
    facet++, at += facetBytes / 2
  ) {
    for (let i = 0; i < 18; i++) to[out++] = from[at + i] as number;
  }
  const mesh: Mesh = { positions, triangles, bounds: boundsOf(positions) };
  const fallback = headerColour(bytes);
  if (fallback) mesh.colors = facetColours(new DataView(bytes.buffer, bytes.byteOffset), triangles, fallback);
  return mesh;
}

/**
 * The colour a Materialise header gives (`COLOR=` and four bytes). Without it the attribute bytes
 * mean nothing: some programs set them on every facet.
 */
function headerColour(bytes: Uint8Array): [number, number, number] | undefined {
  const mark = [67, 79, 76, 79, 82, 61];
  for (let i = 0; i + mark.length + 4 <= 80; i++) {
    if (mark.every((byte, j) => bytes[i + j] === byte)) {
      return [bytes[i + 6] as number, bytes[i + 7] as number, bytes[i + 8] as number];
    }
  }
  return undefined;
}

/** Materialise: five bits each from red upwards; the top bit set means "use the header's colour". */
function facetColours(view: DataView, triangles: number, fallback: [number, number, number]): Uint8Array {
  const colors = new Uint8Array(triangles * 9);
  for (let facet = 0, out = 0; facet < triangles; facet++) {
    const packed = view.getUint16(headerBytes + facet * facetBytes + 48, true);
    const own = (packed & 0x8000) === 0;
    const red = own ? scale5(packed & 31) : fallback[0];
    const green = own ? scale5((packed >> 5) & 31) : fallback[1];
    const blue = own ? scale5((packed >> 10) & 31) : fallback[2];
    for (let corner = 0; corner < 3; corner++) {
      colors[out++] = red;
      colors[out++] = green;
      colors[out++] = blue;
    }
  }
  return colors;
}

function scale5(five: number): number {
  return Math.round((five * 255) / 31);
}
