import { binaryStl, bytesOf } from './test-bytes.ts';

const triangles = [
  [0, 0, 0, 1, 0, 0, 0, 2, 0],
  [0, 0, 0, 0, 2, 0, 0, 0, 3],
];
const facet =
  'facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1e0 0 0\nvertex 0 2.5 0\nendloop\nendfacet\n';
const plyText =
  'ply\nformat ascii 1.0\ncomment x\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nproperty uchar red\n' +
  'property uchar green\nproperty uchar blue\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n' +
  '0 0 0 1 2 3\n1 0 0 1 2 3\n0 1 0 1 2 3\n3 0 1 2\n';
const plyBinary =
  'ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n' +
  'element face 1\nproperty list uchar int vertex_indices\nend_header\n' +
  `${'\0'.repeat(12)}${'\0\0\x80?'.repeat(6)}\x03\0\0\0\0\x01\0\0\0\x02\0\0\0`;

const packed =
  '<HPS version="1.1"><Packed_geometry><Schema>CA</Schema><Binary_data><CA version="1.0">' +
  '<Vertices base64_encoded_bytes="36" vertex_count="3">AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA</Vertices>' +
  '<Facets base64_encoded_bytes="7" facet_count="2">BAMIAAAAAA==</Facets></CA></Binary_data></Packed_geometry></HPS>';

/** A valid file with its extension. */
export type GoodFile = [extension: string, bytes: Uint8Array];

/** The smallest valid files of each format. */
export const smallMeshes: GoodFile[] = [
  ['stl', binaryStl(triangles)],
  ['stl', binaryStl(triangles, 'COLOR=abcd', 77)],
  ['stl', bytesOf(`solid a\n${facet}${facet}endsolid a\n`)],
  ['ply', bytesOf(plyText)],
  ['ply', bytesOf(plyBinary)],
  ['obj', bytesOf('v 0 0 0 1 0.5 0\nv 1 0 0\nv 0 1 0\nvn 0 0 1\nf 1//1 2//1 \\\n3//1\nf -1 -2 -3\n')],
  [
    'obj',
    bytesOf(
      `mtllib a.mtl\nv 0 0 0\nv 4 2 0\nv 0 4 0 0 1 0\nv 1 2 0\nusemtl red\nf 1 2 3 4\nusemtl\nf 1 2 3\n`,
    ),
  ],
  ['dcm', bytesOf(packed)],
  ['xyz', bytesOf('0 0 0\n1 0 0\n0 1 0\n')],
];

/** One change to a file: bytes overwritten, removed or inserted. */
export interface Change {
  at: number;
  cut: number;
  put: Uint8Array;
}

/** Bytes that are invalid in numbers, and keywords of the formats. */
export const rubbish: readonly Uint8Array[] = [
  'nan',
  '-inf',
  '1e999',
  '4294967295',
  '-1',
  '\n',
  '\r',
  '\0',
  'solid ',
  'vertex ',
  'end_header\n',
  'list ',
  '</HPS>',
  'BwcH',
].map(bytesOf);

/** Applies the changes to the file, one after the other. */
export const damaged = (bytes: Uint8Array, changes: readonly Change[]): Uint8Array =>
  changes.reduce(changed, bytes);

function changed(bytes: Uint8Array, { at, cut, put }: Change): Uint8Array {
  const place = bytes.length === 0 ? 0 : at % bytes.length;
  const after = bytes.subarray(place + cut);
  const out = new Uint8Array(place + put.length + after.length);
  out.set(bytes.subarray(0, place));
  out.set(put, place);
  out.set(after, place + put.length);
  return out;
}
