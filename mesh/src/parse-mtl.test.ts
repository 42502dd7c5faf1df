import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { materialFilesOf } from './material-files.ts';
import { isMaterialText, parseMtl } from './parse-mtl.ts';
import { bytesOf } from './test-bytes.ts';

const coloursOf = (text: string) =>
  [...parseMtl(bytesOf(text))].map(([name, c]) => `${name} ${c.toString(16)}`);

describe('a material file', () => {
  test.each([
    ['one material', 'newmtl gum\nKd 1 0.5 0\n', ['gum ff8000']],
    ['carriage returns, tabs and a byte order mark', '\xef\xbb\xbfnewmtl a\r\n\tKd\t0 0 1\r\n', ['a ff']],
    ['names with blanks', 'newmtl  upper jaw \nKd 0 1 0\n', ['upper jaw ff00']],
    ['numbers beyond', 'newmtl a\nKd 7 -3 1e0\n', ['a ff00ff']],
    ['one number for all three', 'newmtl a\nKd 0.2\n', ['a 333333']],
    ['a comment after numbers', 'newmtl a\nKd 0 0 1 # blue\n', ['a ff']],
    [
      'two materials of one name, of which the first counts',
      'newmtl a\nKd 1 0 0\nnewmtl a\nKd 0 1 0\n',
      ['a ff0000'],
    ],
    ['a picture before white', 'newmtl a\nKd 1 1 1\nmap_Kd jaw.png\n', []],
    ['a picture before another colour', 'newmtl a\nmap_Kd jaw.png\nKd 1 0 0\n', ['a ff0000']],
    [
      'malformed lines',
      'Kd 1 1 1\nnewmtl\nKd 1 1 1\nnewmtl a\nKd nan 0 0\nKd 1 0\nKd 1e999 0 0\nKd x\nKd xyz 1 1 1\n',
      [],
    ],
    ['a colour followed by a malformed line', 'newmtl a\nKd 0 0 1\nKd spectral a.rfl\n', ['a ff']],
  ])('a material file with %s', (_, text, colours) => {
    expect(coloursOf(text)).toEqual(colours);
  });

  test('a material file has at most ten thousand materials', () => {
    const text = Array.from({ length: 10_050 }, (_, i) => `newmtl m${i}\nKd 1 0 0\n`).join('');
    expect(parseMtl(bytesOf(text)).size).toBe(10_000);
  });

  test('any content yields colours or nothing, without an error', () => {
    const word = fc.constantFrom(
      'newmtl a',
      'Kd',
      ' 1',
      ' 0.5',
      ' nan',
      '\n',
      '\\\n',
      '\r',
      '#',
      ' -',
      'e',
      '\0',
      'map_Kd x',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 40 }), (words) => {
        const bytes = bytesOf(words.join(''));
        isMaterialText(bytes);
        for (const colour of parseMtl(bytes).values()) expect(colour >= 0 && colour <= 0xffffff).toBe(true);
      }),
    );
  });
});

describe('the material files of an OBJ:', () => {
  const asked = (text: string, extension = 'obj') =>
    materialFilesOf(bytesOf(`${text}\nv 0 0 0\nv 1 0 0\n`), extension);

  test.each([
    ['one', 'mtllib jaw.mtl', ['jaw.mtl']],
    ['in upper case', '  MTLLIB Jaw.MTL\r', ['jaw.mtl']],
    ['several', 'mtllib a.mtl b.mtl\nmtllib c.mtl a.mtl', ['a.mtl', 'b.mtl', 'c.mtl']],
    ['blanks in a name', 'mtllib ./my scan.mtl other one.mtl', ['my scan.mtl', 'other one.mtl']],
    [
      'paths, of which the last segment counts',
      'mtllib ../../secret/a.mtl\nmtllib C:\\scans\\b.mtl',
      ['a.mtl', 'b.mtl'],
    ],
    ['quotes', 'mtllib "a.mtl"', ['a.mtl']],
    ['UTF-8', 'mtllib pr\xc3\xbc.mtl', ['prü.mtl']],
    ['letters of Windows', 'mtllib pr\xfc.mtl', ['prü.mtl']],
    ['after a byte order mark', '\xef\xbb\xbfmtllib a.mtl', ['a.mtl']],
    ['nothing', '# mtllib a.mtl\nmtllib\nmtllib a.png\nmtllib .mtl\nxmtllib a.mtl\ng mtllib b.mtl', []],
  ])('%s', (_, text, keys) => {
    expect(asked(text)).toEqual(keys);
  });

  test('an OBJ names at most sixteen material files, other formats none', () => {
    expect(asked(Array.from({ length: 99 }, (_, i) => `mtllib ${i}.mtl`).join('\n'))).toHaveLength(16);
    expect(materialFilesOf(bytesOf('solid a\nmtllib a.mtl\n'), 'stl')).toEqual([]);
    expect(asked('mtllib a.mtl', 'stl')).toEqual(['a.mtl']);
  });
});
