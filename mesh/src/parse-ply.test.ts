import { describe, expect, test } from 'vitest';
import { parsePly } from './parse-ply.ts';
import { bytesOf, refusalOf } from './test-bytes.ts';

interface Ply {
  format?: string;
  vertex?: string[];
  face?: string[];
  counts?: [number, number];
}

const axes = ['float x', 'float y', 'float z'];
const list = ['list uchar int vertex_indices'];

function header({ format = 'ascii', vertex = axes, face = list, counts = [4, 1] }: Ply): string {
  const element = (name: string, count: number, properties: string[]) =>
    `element ${name} ${count}\n${properties.map((property) => `property ${property}\n`).join('')}`;
  return `ply\nformat ${format} 1.0\n${element('vertex', counts[0], vertex)}${element('face', counts[1], face)}end_header\n`;
}

const square = '0 0 0\n1 0 0\n1 1 0\n0 1 0\n';

/** A binary body: floats for vertices, then faces as lists of integers. */
function body(little: boolean, vertices: number[], faces: number[][]): string {
  const view = new DataView(
    new ArrayBuffer(vertices.length * 4 + faces.reduce((sum, f) => sum + 1 + f.length * 4, 0)),
  );
  let at = 0;
  for (const value of vertices) {
    view.setFloat32(at, value, little);
    at += 4;
  }
  for (const face of faces) {
    view.setUint8(at++, face.length);
    for (const index of face) {
      view.setInt32(at, index, little);
      at += 4;
    }
  }
  return String.fromCharCode(...new Uint8Array(view.buffer));
}

describe('refused', () => {
  test.each([
    ['four billion faces', header({ counts: [4, 4_000_000_000] }) + square, 'truncated'],
    [
      'more vertices than bytes',
      header({ format: 'binary_little_endian', counts: [9, 0] }) + square,
      'truncated',
    ],
    ['a list longer than the file', `${header({}) + square}4000000000 0 1 2`, 'truncated'],
    ['a truncated body', `${header({}) + square}4 0 1 2`, 'truncated'],
    ['a vertex number out of range', `${header({}) + square}3 0 1 4`, 'bad-index'],
    ['a negative vertex number', `${header({}) + square}3 0 1 -1`, 'bad-index'],
    ['a face of two corners', `${header({}) + square}2 0 1`, 'bad-face'],
    [
      'a second face that the header does not declare',
      `${header({}) + square}3 0 1 2\n3 0 2 3`,
      'count-mismatch',
    ],
    ['a header without elements', 'ply\nformat ascii 1.0\nend_header\n', 'no-surface'],
    ['nan', `${header({})}${square.replace('1 1 0', 'nan 1 0')}3 0 1 2`, 'not-finite'],
    ['no coordinates', `${header({ vertex: ['float x', 'float y', 'float q'] }) + square}3 0 1 2`, 'header'],
    [
      'an unknown number type',
      `${header({ vertex: ['half x', 'float y', 'float z'] }) + square}3 0 1 2`,
      'unsupported-property',
    ],
    [
      'a type named like a property of every object',
      header({ vertex: ['constructor x', ...axes] }),
      'unsupported-property',
    ],
    ['an export without points', header({ counts: [0, 0] }), 'no-surface'],
    [
      'an export that declares nothing of its points',
      'ply\nformat ascii 1.0\nelement vertex 0\nend_header\n',
      'no-surface',
    ],
    ['only the first line', 'ply\n', 'truncated'],
    ['a header that ends too early', 'ply\nformat ascii 1.0\nelement vertex 3\n', 'truncated'],
    ['a header that ends within a line', 'ply\nformat ascii 1.0\nelement vert', 'truncated'],
    ['a header that does not end', `ply\nformat ascii 1.0\n${'comment x\n'.repeat(9000)}`, 'header'],
    ['another file', 'solid a', 'unknown-format'],
    ['nothing', '', 'empty'],
  ])('%s', (_name, text, code) => {
    expect(refusalOf(() => parsePly(bytesOf(text)))).toBe(code);
  });
});

describe('read', () => {
  test('polygons of a PLY become triangle fans', () => {
    const mesh = parsePly(bytesOf(`${header({}) + square}4 0 1 2 3`));
    expect([...(mesh.indices ?? [])]).toEqual([0, 1, 2, 0, 2, 3]);
    expect(mesh.bounds).toEqual({ min: [0, 0, 0], max: [1, 1, 0] });
  });

  test.each([
    ['binary_little_endian', true],
    ['binary_big_endian', false],
  ] as const)('%s, also if the body begins with the byte of a line end', (format, little) => {
    const vertices = [0, 0, 0, 5, 0, 0, 0, 5, 0];
    const text = header({ format, counts: [3, 1] }) + body(little, vertices, [[0, 1, 2]]);
    expect([...parsePly(bytesOf(text)).positions]).toEqual(vertices);
    const first = String.fromCharCode(10, 0, 0, 0, 0, 0, 0, 10);
    const odd = header({ format, counts: [3, 1] }) + first.slice(0, 4) + text.slice(-45);
    expect(parsePly(bytesOf(odd)).triangles).toBe(1);
  });

  test('headers of a PLY may have carriage returns', () => {
    const text = `${header({}).replaceAll('\n', '\r\n')}${square.replaceAll('\n', '\r\n')}3 0 1 2\r\n`;
    expect(parsePly(bytesOf(text)).triangles).toBe(1);
  });

  test('colours of vertices, as bytes and as fractions', () => {
    const bytes = header({ vertex: [...axes, 'uchar red', 'uchar green', 'uchar blue'], counts: [3, 1] });
    const text = `${bytes}0 0 0 255 0 9\n1 0 0 1 2 3\n0 1 0 4 5 6\n3 0 1 2`;
    expect([...(parsePly(bytesOf(text)).colors ?? [])]).toEqual([255, 0, 9, 1, 2, 3, 4, 5, 6]);
    const floats = header({ vertex: [...axes, 'float red', 'float green', 'float blue'], counts: [3, 1] });
    const light = `${floats}0 0 0 1 0.5 0\n1 0 0 2 -1 0\n0 1 0 0 0 0\n3 0 1 2`;
    expect([...(parsePly(bytesOf(light)).colors ?? [])]).toEqual([255, 128, 0, 255, 0, 0, 0, 0, 0]);
  });

  test('colours of faces stay with their face', () => {
    const text = header({ face: [...list, 'uchar red', 'uchar green', 'uchar blue'], counts: [4, 2] });
    const mesh = parsePly(bytesOf(`${text}${square}3 0 1 2 200 0 0\n3 0 2 3 0 0 200\n`));
    expect(mesh.indices).toBeUndefined();
    expect([...(mesh.colors ?? [])].slice(0, 3)).toEqual([200, 0, 0]);
    expect([...(mesh.colors ?? [])].slice(-3)).toEqual([0, 0, 200]);
    expect([...mesh.positions].slice(-3)).toEqual([0, 1, 0]);
  });

  test('unknown elements and lists are skipped', () => {
    const camera = 'element camera 1\nproperty float view\nproperty list uchar float path\n';
    const text = header({
      vertex: [...axes, 'list uchar uint marks'],
      face: ['list uchar float texcoord', 'list uchar int vertex_index'],
    });
    const rows = '0 0 0 0\n1 0 0 2 7 7\n1 1 0 0\n0 1 0 1 9\n2 0.5 0.5 3 0 1 2\n';
    const file = text
      .replace('element vertex', `${camera}element vertex`)
      .replace('end_header\n', `end_header\n1.5 2 1 1\n`);
    expect(parsePly(bytesOf(file + rows)).triangles).toBe(1);
  });

  test('points without faces have no triangles', () => {
    expect(parsePly(bytesOf(header({ counts: [4, 0] }) + square)).triangles).toBe(0);
  });
});
