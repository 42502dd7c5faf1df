import { describe, expect, test } from 'vitest';
import type { Mesh } from './mesh.ts';
import { parseMtl } from './parse-mtl.ts';
import { parseObj } from './parse-obj.ts';
import { bytesOf } from './test-bytes.ts';
import { weld } from './weld.ts';

const materials = parseMtl(bytesOf('newmtl red\nKd 1 0 0\nnewmtl blue\nKd 0 0 0.5\n'));
const read = (text: string) => parseObj(bytesOf(text), materials);
const square = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n';
const [red, blue, white] = ['255,0,0', '0,0,128', '255,255,255'];

/** Colours at the corners of each triangle. */
function corners({ indices = new Uint32Array(), colors = new Uint8Array() }: Mesh): string[] {
  const at = [...indices].map((vertex) => colors.slice(vertex * 3, vertex * 3 + 3).join());
  return at.flatMap((_, i) => (i % 3 === 0 ? [[...new Set(at.slice(i, i + 3))].join(' ')] : []));
}

describe('faces of an OBJ', () => {
  test('faces of an OBJ have the colour of their material; shared vertices are duplicated', () => {
    const mesh = read(`${square}usemtl red\nf 1 2 3\nusemtl blue\nf 1 3 4\n`);
    expect(corners(mesh)).toEqual([red, blue]);
    expect(mesh.positions).toHaveLength(6 * 3);
    expect([...mesh.positions.slice(12)]).toEqual([0, 0, 0, 1, 1, 0]);
    expect(corners(weld(mesh))).toEqual([red, blue]);
    expect(weld(mesh).positions).toHaveLength(6 * 3);
  });

  test('faces of an OBJ of one colour share all their vertices', () => {
    const mesh = read(`${square}usemtl red\nf 1 2 3 4\n`);
    expect([corners(mesh), mesh.positions.length]).toEqual([[red, red], 12]);
  });

  test.each([
    [
      'before the first material, and after one that is unknown',
      'f 1 2 3\nusemtl red\nf 1 3 4\nusemtl gone\nf 1 2 3\n',
      [white, red, white],
    ],
    ['after a material without faces', 'usemtl blue\nusemtl red\nf 1 2 3\n', [red]],
    [
      'of a material that is used again',
      'usemtl red\nf 1 2 3\nusemtl blue\nf 1 3 4\nusemtl red\nf 1 2 4\n',
      [red, blue, red],
    ],
  ])('%s', (_, faces, colours) => {
    expect(corners(read(square + faces))).toEqual(colours);
  });

  test('faces of an OBJ have no colour if no material is known', () => {
    expect(read(`${square}usemtl gone\nf 1 2 3\n`).colors).toBeUndefined();
    expect(parseObj(bytesOf(`${square}usemtl red\nf 1 2 3\n`)).colors).toBeUndefined();
  });

  test('material colours of an OBJ do not override the colours of vertices', () => {
    const mesh = read('v 0 0 0 0 1 0\nv 1 0 0\nv 0 1 0 0 1 0\nusemtl red\nf 1 2 3\n');
    expect(corners(mesh)).toEqual([`0,255,0 ${red}`]);
    const all = read('v 0 0 0 0 1 0\nv 1 0 0 0 1 0\nv 0 1 0 0 1 0\nusemtl red\nf 1 2 3\n');
    expect([corners(all), all.positions.length]).toEqual([['0,255,0'], 9]);
  });
});
