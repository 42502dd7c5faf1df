import { describe, expect, test } from 'vitest';
import { parseMesh } from './parse-mesh.ts';
import { parseXyz } from './parse-xyz.ts';
import { bytesOf, refusalOf } from './test-bytes.ts';

const mark = '\xef\xbb\xbf';
const corners = ['0 0 0', '10 0 0', '0 10 0', '0 0 10'];
const faces = [
  [0, 2, 1],
  [0, 1, 3],
  [1, 2, 3],
  [0, 3, 2],
];
const box = { min: [0, 0, 0], max: [10, 10, 10] };
const f = faces.map((face) => `f ${face.map((i) => i + 1).join(' ')}\n`).join('');
const v = (write: (corner: string) => string) => corners.map((corner) => `v ${write(corner)}\n`).join('');
const same = (corner: string) => corner;

interface Ply {
  top?: string;
  vertex?: string[];
  row?(corner: string): string;
  rest?: string;
  body?: string;
}

/** The same shape as ASCII PLY. */
function ply({ top = 'ply\nformat ascii 1.0\n', vertex = [], row = same, rest, body }: Ply): string {
  const properties = ['float x', 'float y', 'float z', ...vertex].map((one) => `property ${one}\n`).join('');
  const ends = rest ?? 'element face 4\nproperty list uchar int vertex_index\n';
  const last = body ?? faces.map((face) => `3 ${face.join(' ')}\n`).join('');
  return `${top}element vertex 4\n${properties}${ends}end_header\n${corners.map(row).join('\n')}\n${last}`;
}

describe('variants that programs write are read:', () => {
  test.each([
    ['obj', 'a byte order mark before the first vertex', `${mark}${v(same)}${f}`],
    ['obj', 'commas after coordinates', v((corner) => `${corner.replaceAll(' ', ', ')},`) + f],
    ['obj', 'thousands of comments', `${'# by a scanner\n'.repeat(4200)}${v(same)}${f}`],
    ['obj', 'faces before vertices', f + v(same)],
    ['obj', 'distant points and vertices without a face', `${v(same)}v 900 0 0\np 5\nl 1 5\n${f}`],
    ['ply', 'a blank after the first word', ply({ top: 'ply \nformat ascii 1.0\n' })],
    ['ply', 'a very long comment', ply({ top: `ply\nformat ascii 1.0\ncomment ${'m'.repeat(9000)}\n` })],
    [
      'ply',
      'triangle strips',
      ply({
        rest: 'element face 0\nelement tristrips 1\nproperty list int int vertex_indices\n',
        body: '9 3 0 1 2 3 -1 0 3 2\n',
      }),
    ],
  ])('%s with %s', (extension, _, text) => {
    const mesh = parseMesh(bytesOf(text), extension);
    expect(mesh).toMatchObject({ triangles: 4, bounds: box });
    expect(mesh.colors).toBeUndefined();
  });

  test.each([
    ['0 to 255 as floats', 'float red,float green,float blue', '200 100 50', '200,100,50'],
    ['fractions slightly above one', 'float red,float green,float blue', '1.01 0.5 0', '255,128,0'],
    ['short names', 'uchar r,uchar g,uchar b', '1 2 3', '1,2,3'],
    ['another order of columns', 'uchar blue,uchar alpha,uchar red,uchar green', '3 9 1 2', '1,2,3'],
    ['16 bits', 'ushort red,ushort green,ushort blue', '65535 257 0', '255,1,0'],
  ])('ply with colours in %s', (_, properties, values, colour) => {
    const text = ply({ vertex: properties.split(','), row: (corner) => `${corner} ${values}` });
    expect(parseMesh(bytesOf(text), 'ply').colors?.slice(0, 3).join()).toBe(colour);
  });

  test('obj with decimal commas is refused, because a comma may also separate numbers', () => {
    const text = v((corner) => corner.replace(/\d+/g, '$&,5')) + f;
    expect(refusalOf(() => parseMesh(bytesOf(text), 'obj'))).toBe('syntax');
  });

  test('ply with only points has no surface, even with an empty list of faces', () => {
    expect(parseMesh(bytesOf(ply({ rest: 'element face 0\n', body: '' })), 'ply').triangles).toBe(0);
  });

  test('strips flip every second triangle', () => {
    const text = ply({
      rest: 'element tristrips 1\nproperty list int int vertex_indices\n',
      body: '4 0 1 2 3\n',
    });
    expect([...(parseMesh(bytesOf(text), 'ply').indices ?? [])]).toEqual([0, 1, 2, 2, 1, 3]);
  });
});

describe('margin lines', () => {
  const points = [1.5, 2, 3, 4, 5, 6, 7, 8, 9];
  test.each([
    ['a mark', `${mark}1.5 2 3\n4 5 6\n7 8 9`],
    ['a count on the first line', '3\n1.5 2 3\n4 5 6\n7 8 9\n'],
    ['a title of dashes', '--- Margin 11 ---\n1.5 2 3\n4 5 6\n7 8 9\n'],
    ['decimal commas and semicolons', '1,5;2,0;3,0\n4;5;6\n7,0;8,0;9,0\n'],
    ['a note after a semicolon', '1.5,2,3;first\n4,5,6;\n7,8,9\n'],
    ['normals after a blank', '1.5,2,3 0,0,1\n4,5,6 0,0,1\n7,8,9 0,0,1\n'],
  ])('margin lines with %s', (_, text) => {
    expect([...parseXyz(bytesOf(text))]).toEqual(points);
  });

  test('margin lines with decimal commas and blanks are refused', () => {
    expect(refusalOf(() => parseXyz(bytesOf('1,5 2,5 3,5\n1 2,5 3\n4 5 6')))).toBe('syntax');
  });
});
