import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseStl } from './parse-stl.ts';
import { atOddOffset, binaryStl, bytesOf, refusalOf } from './test-bytes.ts';

const triangle = [0, 0, 0, 1, 0, 0, 0, 2, 0];
const facet = 'facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 2 0\nendloop\nendfacet\n';

describe('refused', () => {
  test('an STL with a count larger than the file allows is refused', () => {
    const bytes = binaryStl([triangle]);
    new DataView(bytes.buffer).setUint32(80, 4_000_000_000, true);
    expect(refusalOf(() => parseStl(bytes))).toBe('truncated');
  });

  test('a truncated binary STL is refused, even if it begins with solid', () => {
    const bytes = binaryStl([triangle, triangle], 'solid jaw');
    expect(refusalOf(() => parseStl(bytes.subarray(0, bytes.length - 7)))).toBe('truncated');
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY])('an STL with %s as a coordinate is refused', (value) => {
    expect(refusalOf(() => parseStl(binaryStl([[value, ...triangle.slice(1)]])))).toBe('not-finite');
  });

  test.each([
    ['nan as text', facet.replace('vertex 1', 'vertex nan'), 'not-finite'],
    ['infinity as text', facet.replace('vertex 1', 'vertex -Infinity'), 'not-finite'],
    ['a number too large for single precision', facet.replace('vertex 1', 'vertex 1e99'), 'not-finite'],
    ['a coordinate beyond a kilometre', facet.replace('vertex 1', 'vertex 1e7'), 'too-far'],
    ['a facet of two corners', facet.replace('vertex 1 0 0\n', ''), 'syntax'],
    ['a facet of four corners', facet.replace('vertex 1', 'vertex 1 1 1\nvertex 1'), 'syntax'],
    ['a word instead of a number', facet.replace('vertex 1', 'vertex one'), 'syntax'],
    ['an end within a facet', facet.slice(0, facet.indexOf('endloop')), 'truncated'],
  ])('%s', (_name, text, code) => {
    expect(refusalOf(() => parseStl(bytesOf(`solid a\n${text}`)))).toBe(code);
  });

  test('an empty STL is refused', () => {
    expect(refusalOf(() => parseStl(new Uint8Array()))).toBe('empty');
  });
});

describe('binary', () => {
  test('binary is recognised by its size even if it begins with solid', () => {
    const mesh = parseStl(binaryStl([triangle, triangle], 'solid jaw'));
    expect(mesh.triangles).toBe(2);
    expect(mesh.bounds).toEqual({ min: [0, 0, 0], max: [1, 2, 0] });
    expect([...mesh.positions.slice(0, 9)]).toEqual(triangle);
  });

  test('binary is read the same at an odd offset in memory', () => {
    expect([...parseStl(atOddOffset(binaryStl([triangle]))).positions]).toEqual(triangle);
  });

  test('attribute bytes of an STL are a colour only if the header declares one', () => {
    const red = 31;
    expect(parseStl(binaryStl([triangle], 'MESHMIXER', red)).colors).toBeUndefined();
    const header = 'COLOR=\x0a\x14\x1e\xff,MATERIAL=';
    expect([...(parseStl(binaryStl([triangle], header, red)).colors ?? [])].slice(0, 3)).toEqual([255, 0, 0]);
    expect([...(parseStl(binaryStl([triangle], header, 0x8000)).colors ?? [])].slice(0, 3)).toEqual([
      10, 20, 30,
    ]);
  });
});

describe('colours as VisCAM and SolidView write them', () => {
  const [valid, red, blue] = [0x8000, 31 << 10, 31];
  const coloured = (...attributes: number[]) => {
    const bytes = binaryStl(attributes.map(() => triangle));
    attributes.forEach(
      (value, at) => void new DataView(bytes.buffer).setUint16(84 + at * 50 + 48, value, true),
    );
    const { colors } = parseStl(bytes);
    return colors && attributes.map((_, at) => [...colors.slice(at * 9 + 3, at * 9 + 6)]);
  };

  test('colours as VisCAM and SolidView write them are read, and a facet without one is white', () => {
    expect(coloured(valid | red, valid | blue, 0)).toEqual([
      [255, 0, 0],
      [0, 0, 255],
      [255, 255, 255],
    ]);
  });

  test.each([
    ['one value everywhere', [0xffff, 0xffff, 0xffff]],
    ['counters', [1, 2, valid | 3]],
    ['nothing', [0, 0]],
  ])('%s is no colour', (_name, attributes) => {
    expect(coloured(...attributes)).toBeUndefined();
  });
});

describe('text', () => {
  test.each([
    ['several solids', `solid a\n${facet}endsolid a\nSOLID vertex\n${facet.toUpperCase()}ENDSOLID\n`, 2],
    ['a comment first', `# made by hand\n\n solid a # more\n${facet}endsolid`, 1],
    ['one line', `solid ${'\n'}${facet.replaceAll('\n', ' ')}`, 1],
    ['carriage returns', `solid a\r\n${facet.replaceAll('\n', '\r\n')}`, 1],
    ['no normal', `solid a\n${facet.replace(' normal 0 0 1', '')}`, 1],
    ['a normal that is not a number', `solid a\n${facet.replace('0 0 1', 'nan nan -nan(ind)')}`, 1],
    ['a byte order mark', `\xef\xbb\xbfsolid a\n${facet}`, 1],
    ['no facet', 'solid a\nendsolid a\n', 0],
  ])('text with %s', (_name, text, triangles) => {
    expect(parseStl(bytesOf(text)).triangles).toBe(triangles);
  });

  test('numbers are exact to single precision however they are written', () => {
    const value = fc.double({ min: -1e5, max: 1e5, noNaN: true });
    const written = fc.tuple(
      value,
      fc.constantFrom(
        String,
        (v: number) => v.toExponential(),
        (v: number) => v.toFixed(20),
      ),
    );
    fc.assert(
      fc.property(written, ([number, write]) => {
        const text = write(number);
        const mesh = parseStl(bytesOf(`solid a\n${facet.replace('vertex 1', `vertex ${text}`)}`));
        expect(mesh.positions[3]).toBe(Math.fround(Number(text)));
      }),
    );
  });
});
