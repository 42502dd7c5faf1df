import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MeshError } from './mesh.ts';
import { parseMesh } from './parse-mesh.ts';
import { parseXyz } from './parse-xyz.ts';
import { withNormals } from './smooth-normals.ts';
import { sniffMesh } from './sniff-mesh.ts';
import { binaryStl, bytesOf } from './test-bytes.ts';
import { weld } from './weld.ts';

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
  `${'\0\0\x80?'.repeat(9)}\x03\0\0\0\0\x01\0\0\0\x02\0\0\0`;

const good: [extension: string, bytes: Uint8Array][] = [
  ['stl', binaryStl(triangles)],
  ['stl', binaryStl(triangles, 'COLOR=abcd', 77)],
  ['stl', bytesOf(`solid a\n${facet}${facet}endsolid a\n`)],
  ['ply', bytesOf(plyText)],
  ['ply', bytesOf(plyBinary)],
  ['obj', bytesOf('v 0 0 0 1 0.5 0\nv 1 0 0\nv 0 1 0\nvn 0 0 1\nf 1//1 2//1 \\\n3//1\nf -1 -2 -3\n')],
  ['xyz', bytesOf('0 0 0\n1 0 0\n0 1 0\n')],
];

/** One change to a file: bytes overwritten, cut out or put in. */
const change = fc.record({
  at: fc.nat(1000),
  cut: fc.nat(12),
  put: fc.oneof(
    fc.uint8Array({ maxLength: 12 }),
    fc
      .constantFrom(
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
      )
      .map(bytesOf),
  ),
});

function changed(
  bytes: Uint8Array,
  { at, cut, put }: { at: number; cut: number; put: Uint8Array },
): Uint8Array {
  const place = bytes.length === 0 ? 0 : at % bytes.length;
  return Uint8Array.from([...bytes.subarray(0, place), ...put, ...bytes.subarray(place + cut)]);
}

test('whatever is done to a good file, it is read or refused with a reason', () => {
  const damaged = fc.tuple(fc.constantFrom(...good), fc.array(change, { minLength: 1, maxLength: 4 }));
  fc.assert(
    fc.property(damaged, ([[extension, bytes], changes]) => {
      const file = changes.reduce(changed, bytes);
      sniffMesh(file, file.length, extension);
      try {
        if (extension === 'xyz') parseXyz(file);
        else {
          const mesh = withNormals(weld(parseMesh(file, extension)));
          expect(mesh.indices).toHaveLength(mesh.triangles * 3);
          expect(mesh.positions.every(Number.isFinite)).toBe(true);
          expect(mesh.normals.every(Number.isFinite)).toBe(true);
          expect(mesh.indices.every((index) => index < mesh.positions.length / 3)).toBe(true);
        }
      } catch (error) {
        if (!(error instanceof MeshError)) throw error;
      }
    }),
    { numRuns: 3000 },
  );
});

test('the files they are made from are good', () => {
  for (const [extension, bytes] of good) {
    if (extension === 'xyz') expect(parseXyz(bytes)).toHaveLength(9);
    else expect(parseMesh(bytes, extension).triangles).toBeGreaterThan(0);
  }
});
