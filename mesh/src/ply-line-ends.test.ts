import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Mesh } from './mesh.ts';
import { parsePly } from './parse-ply.ts';
import { bytesOf, refusalOf } from './test-bytes.ts';

const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
const formats = ['ascii', 'binary_little_endian', 'binary_big_endian'] as const;
/** Binary coordinates whose first byte may be a line end: 0x0a… and 0x0d… are small but valid numbers. */
const coordinate = fc.oneof(
  fc.float({ min: -90, max: 90, noNaN: true }),
  fc.constantFrom(...[0x0a, 0x0d].flatMap((byte) => [floatOf(byte, true), floatOf(byte, false)])),
);
const triangle = fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3));

function floatOf(firstByte: number, little: boolean): number {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint8(0, firstByte);
  view.setUint8(little ? 2 : 1, 1);
  return view.getFloat32(0, little);
}

const file = fc.record({
  format: fc.constantFrom(...formats),
  /** One for each of the seven lines of the header. */
  headerEnds: fc.oneof(
    lineEnd.map((end) => Array<string>(8).fill(end)),
    fc.array(lineEnd, { minLength: 8, maxLength: 8 }),
  ),
  bodyEnd: lineEnd,
  hasFinalEnd: fc.boolean(),
  positions: fc.array(coordinate, { minLength: 12, maxLength: 12 }),
  faces: fc.array(triangle, { minLength: 1, maxLength: 6 }),
});
type File = typeof file extends fc.Arbitrary<infer T> ? T : never;

function written({ format, headerEnds, bodyEnd, hasFinalEnd, positions, faces }: File): Uint8Array {
  const lines = [
    'ply',
    `format ${format} 1.0`,
    'element vertex 4',
    'property float x\nproperty float y\nproperty float z',
    `element face ${faces.length}`,
    'property list uchar int vertex_indices',
    'comment made by a test',
    'end_header',
  ];
  const header = lines.map((line, i) => line.replaceAll('\n', headerEnds[i] ?? '') + headerEnds[i]).join('');
  if (format !== 'ascii') return bytesOf(header + binary(positions, faces, format.includes('little')));
  const rows = [0, 3, 6, 9].map((at) => positions.slice(at, at + 3).join(' '));
  const text = [...rows, ...faces.map((face) => `3 ${face.join(' ')}`)].join(bodyEnd);
  return bytesOf(header + text + (hasFinalEnd ? bodyEnd : ''));
}

function binary(positions: number[], faces: number[][], little: boolean): string {
  const view = new DataView(new ArrayBuffer(positions.length * 4 + faces.length * 13));
  positions.forEach((value, i) => void view.setFloat32(i * 4, value, little));
  faces.forEach((face, i) => {
    const at = positions.length * 4 + i * 13;
    view.setUint8(at, 3);
    face.forEach((vertex, corner) => void view.setInt32(at + 1 + corner * 4, vertex, little));
  });
  return String.fromCharCode(...new Uint8Array(view.buffer));
}

const surfaceOf = ({ positions, indices, triangles }: Mesh) => ({
  // -0 and 0 are the same position.
  positions: Array.from(positions, (value) => value + 0),
  indices: [...(indices ?? [])],
  triangles,
});
const exactly = ({ positions, faces }: File) => ({
  positions: positions.map((value) => Math.fround(value) + 0),
  indices: faces.flat(),
  triangles: faces.length,
});

test('a file is read completely with any mix of line ends in header and body', () => {
  fc.assert(
    fc.property(file, (given) => {
      expect(surfaceOf(parsePly(written(given)))).toEqual(exactly(given));
    }),
    { numRuns: 2000 },
  );
});

test('a file that lost or gained bytes at its end is never read as a different surface', () => {
  const change = fc.oneof(fc.integer({ min: -40, max: -1 }), fc.constantFrom('7', 'rest', '3 0 1 2\n'));
  fc.assert(
    fc.property(file, change, (given, end) => {
      fc.pre(given.format !== 'ascii' || typeof end === 'string');
      const whole = written({ ...given, hasFinalEnd: true });
      const bytes =
        typeof end === 'number'
          ? whole.subarray(0, whole.length + end)
          : Uint8Array.from([...whole, ...bytesOf(end)]);
      expect(refusalOf(() => parsePly(bytes))).toBeDefined();
    }),
    { numRuns: 1000 },
  );
});

test('blanks and zeros after the last value are padding', () => {
  const whole = written({
    format: 'binary_little_endian',
    headerEnds: Array<string>(8).fill('\r\n'),
    bodyEnd: '\n',
    hasFinalEnd: false,
    positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
    faces: [[0, 1, 2]],
  });
  for (const padding of ['\n', '\r\n', '\0\0\0', ' \x1a']) {
    expect(parsePly(Uint8Array.from([...whole, ...bytesOf(padding)])).triangles).toBe(1);
  }
});
