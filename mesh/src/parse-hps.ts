import { unpackFacets } from './hps-facets.ts';
import { boundsOf, type Mesh, MeshError } from './mesh.ts';

/** Tags are short; anything longer is not a tag. */
const longestTag = 4096;

/**
 * Reads a packed scan of 3Shape and other makers (HPS, HIMSA format 501) in the open schemas CA and CC, which store
 * vertices as single-precision numbers and pack the triangles losslessly. Colours are not read. Schema CE is encrypted
 * and refused with `hps`; CB, which rounds its vertices, and unknown schemas are refused with `hps-schema`.
 */
export function parseHps(bytes: Uint8Array): Mesh {
  const schema = schemaOf(bytes);
  if (schema === 'CE') throw new MeshError('hps', schema);
  if (schema !== 'CA' && schema !== 'CC') throw new MeshError('hps-schema');
  if (indexOf(bytes, '</HPS>', Math.max(0, bytes.length - longestTag)) === -1)
    throw new MeshError('truncated', 'root');
  const begin = indexOf(bytes, `<${schema} `);
  if (begin === -1) throw new MeshError('header', 'schema');
  const vertices = elementOf(bytes, 'Vertices', 'vertex_count', begin);
  const facets = elementOf(bytes, 'Facets', 'facet_count', begin);
  if (vertices.data.length !== vertices.count * 12) throw new MeshError('count-mismatch', 'vertices');
  const positions = new Float32Array(vertices.count * 3);
  const view = new DataView(vertices.data.buffer);
  for (let i = 0; i < positions.length; i++) positions[i] = view.getFloat32(i * 4, true);
  const indices = unpackFacets(facets.data, vertices.count, facets.count);
  return { positions, indices, triangles: facets.count, bounds: boundsOf(positions) };
}

/** The two-letter schema that the file names; '' without one. */
function schemaOf(bytes: Uint8Array): string {
  const at = indexOf(bytes, '<Schema>');
  const [, schema] =
    at === -1 ? [] : (/^<Schema>\s*([A-Z]{2})\s*<\/Schema>/.exec(textAt(bytes, at, 64)) ?? []);
  return schema ?? '';
}

interface Element {
  count: number;
  data: Uint8Array<ArrayBuffer>;
}

/** A geometry element: its declared count and its bytes, whose length is checked. */
function elementOf(bytes: Uint8Array, name: string, counter: string, from: number): Element {
  const start = indexOf(bytes, `<${name} `, from);
  if (start === -1) throw new MeshError('header', name);
  const tag = textAt(bytes, start, longestTag);
  const end = tag.indexOf('>');
  const count = numberIn(tag.slice(0, end), counter);
  const size = numberIn(tag.slice(0, end), 'base64_encoded_bytes');
  if (end === -1 || count === undefined || size === undefined) throw new MeshError('header', name);
  const close = bytes.indexOf(60, start + end);
  if (close === -1) throw new MeshError('truncated', name);
  return { count, data: fromBase64(bytes.subarray(start + end + 1, close), size) };
}

function numberIn(tag: string, attribute: string): number | undefined {
  const [, digits] = new RegExp(`\\s${attribute}="(\\d{1,9})"`).exec(tag) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const sixBits = new Int8Array(256).fill(-1);
for (let i = 0; i < letters.length; i++) sixBits[letters.charCodeAt(i)] = i;

/** Decodes base64, which may contain line ends, to exactly `size` bytes. */
function fromBase64(text: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  if (size > text.length) throw new MeshError('truncated', 'base64');
  const out = new Uint8Array(size);
  let [bits, held, length] = [0, 0, 0];
  for (const letter of text) {
    // Skips blanks, line ends and padding.
    if (letter <= 32 || letter === 61) continue;
    const value = sixBits[letter];
    if (value < 0) throw new MeshError('syntax', 'base64');
    bits = ((bits << 6) | value) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    if (length === size) throw new MeshError('count-mismatch', 'base64');
    out[length++] = bits >> held;
  }
  if (length < size) throw new MeshError('truncated', 'base64');
  return out;
}

/** Offset of an ASCII text in the bytes; -1 if not found. */
function indexOf(bytes: Uint8Array, text: string, from = 0): number {
  const first = text.charCodeAt(0);
  for (let at = bytes.indexOf(first, from); at !== -1; at = bytes.indexOf(first, at + 1)) {
    let same = 1;
    while (same < text.length && bytes[at + same] === text.charCodeAt(same)) same++;
    if (same === text.length) return at;
  }
  return -1;
}

const textAt = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));
