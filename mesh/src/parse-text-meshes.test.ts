import { describe, expect, test } from 'vitest';
import { parseObj } from './parse-obj.ts';
import { parseXyz } from './parse-xyz.ts';
import { bytesOf, refusalOf } from './test-bytes.ts';

const square = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n';

describe('OBJ refused', () => {
  test.each([
    ['vertex number 0', `${square}f 0 1 2\n`, 'bad-index'],
    ['a vertex that does not exist', `${square}f 1 2 5\n`, 'bad-index'],
    ['a relative index before the first vertex', `${square}f -5 1 2\n`, 'bad-index'],
    ['nan', 'v nan 0 0\n', 'not-finite'],
    ['infinity', `${square}v 1e40 0 0\n`, 'not-finite'],
    ['a vertex of two numbers', 'v 1 2\n', 'syntax'],
    ['a face of words', `${square}f a b c\n`, 'syntax'],
    ['UTF-16', '\xfe\xff\x00v\x00 \x001', 'encoding'],
    ['no vertex', 'hello\n', 'unknown-format'],
    ['a face of two corners', `${square}f 1 2\nf 1 2 3\n`, 'bad-face'],
    ['a face without corners', `${square}f\nf 1 2 3\n`, 'bad-face'],
    ['nothing', '', 'empty'],
  ])('%s', (_name, text, code) => {
    expect(refusalOf(() => parseObj(bytesOf(text)))).toBe(code);
  });
});

describe('OBJ read', () => {
  test.each([
    ['all spellings of a corner', 'f 1 2/1 3//1\nf 1/1/1 3/2/1 4/3/1\n', [0, 1, 2, 0, 2, 3]],
    ['relative indices', 'f -4 -3 -2 -1\n', [0, 1, 2, 0, 2, 3]],
    ['lines continued by a backslash', 'f 1 2 \\\n 3\n', [0, 1, 2]],
    ['a comment after a face', 'f 1 2 3 # first\n', [0, 1, 2]],
    ['missing materials', 'mtllib gone.mtl\nusemtl tooth\nf 1 2 3\n', [0, 1, 2]],
    ['other statements', 'vt 0.5 0.5\nvn 0 0 1\no name f 1 2 3\nusemtl v\nf 1 2 3\n', [0, 1, 2]],
  ])('%s', (_name, faces, indices) => {
    expect([...(parseObj(bytesOf(square + faces)).indices ?? [])]).toEqual(indices);
  });

  test('colours after coordinates; vertices without one are white, and a single number is a weight', () => {
    const mesh = parseObj(bytesOf('v 0 0 0\nv 1 0 0 0 0.5 1\nv 0 1 0 1\nf 1 2 3\n'));
    expect([...(mesh.colors ?? [])]).toEqual([255, 255, 255, 0, 128, 255, 255, 255, 255]);
    expect(parseObj(bytesOf('v 0 0 0 1\n')).colors).toBeUndefined();
  });
});

describe('margin lines', () => {
  test('use the first three columns and skip lines without numbers', () => {
    const text = 'x y z\n1 2 3 0 0 1\n\n4;5;6\r\n 7, 8, 9\n';
    expect([...parseXyz(bytesOf(text))]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test('drop a last point that repeats the first', () => {
    expect(parseXyz(bytesOf('0 0 0\n1 0 0\n0 1 0\n0 0 0\n'))).toHaveLength(9);
  });

  test.each([
    ['nan', '0 0 0\nnan 0 0\n1 1 1\n', 'not-finite'],
    ['two columns', '0 0\n1 1\n2 2\n', 'syntax'],
    ['two points', '0 0 0\n1 1 1\n', 'no-surface'],
    ['nothing', '', 'empty'],
    ['five megabytes', ' '.repeat(5_000_000), 'too-large'],
  ])('refuse %s', (_name, text, code) => {
    expect(refusalOf(() => parseXyz(bytesOf(text)))).toBe(code);
  });
});
