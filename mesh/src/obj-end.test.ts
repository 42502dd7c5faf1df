import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseMesh } from './parse-mesh.ts';
import { bytesOf, refusalOf } from './test-bytes.ts';

const across = 20;
/** A wavy sheet of 20 × 20 vertices; `corner` formats the corners of its faces. */
function sheet(corner: (vertex: number) => string, begin = '', end = '\n'): string {
  const lines: string[] = begin ? [begin] : [];
  for (let i = 0; i < across * across; i++)
    lines.push(`v ${i % across}.25 ${Math.floor(i / across)}.5 ${Math.sin(i).toFixed(4)}`);
  for (let y = 0; y + 1 < across; y++) {
    for (let x = 0; x + 1 < across; x++) {
      const at = y * across + x + 1;
      lines.push(`f ${[at, at + 1, at + across].map(corner).join(' ')}`);
      lines.push(`f ${[at + 1, at + across + 1, at + across].map(corner).join(' ')}`);
    }
  }
  return lines.join('\n') + end;
}

const triangles = 2 * (across - 1) ** 2;
const plain = sheet(String);
const read = (text: string) => () => parseMesh(bytesOf(text), 'obj');
const refusal = (text: string) => refusalOf(read(text));

describe('a truncated OBJ is refused as such', () => {
  test('an OBJ is refused when cut within any line of the vertices or of the first nine tenths of the faces', () => {
    const last = Math.floor(plain.length * 0.9);
    fc.assert(
      fc.property(fc.integer({ min: 40, max: last }), (size) => {
        fc.pre(plain[size - 1] !== '\n');
        // Without any face it has no surface, which is also refused.
        const isBeforeFaces = size < plain.indexOf('f ');
        const found = isBeforeFaces ? noSurface(plain.slice(0, size)) : refusal(plain.slice(0, size));
        expect(found).toBe('truncated');
      }),
    );
  });

  test.each([
    ['a face of two corners', 'f 5 6'],
    ['a corner with fewer parts', 'f 5//5 6//6 7'],
    ['a corner that ends at its slash', 'f 5/5 6/6 7/'],
    ['a minus', 'f -1 -2 -'],
    ['a vertex of two numbers', 'v 1 2'],
    ['an exponent without a number', 'v 1 2 3e'],
    ['a face whose vertices would follow', 'f 398 399 401'],
  ])('an OBJ is refused when its last line is %s', (_name, line) => {
    expect(refusal(plain + line)).toBe('truncated');
  });

  test('an OBJ is refused when cut between two lines, if its comments state the counts', () => {
    const stated = sheet(String, `# Vertices: 400\n# Faces: ${triangles}`);
    expect(read(stated)().triangles).toBe(triangles);
    const cut = stated.slice(0, stated.lastIndexOf('f '));
    expect(refusal(cut)).toBe('truncated');
  });
});

/** The refusal that viewer and light copy report for a file without triangles. */
function noSurface(text: string): string | undefined {
  const code = refusal(text);
  return code ?? (read(text)().triangles === 0 ? 'truncated' : undefined);
}

describe('a complete OBJ is read', () => {
  test.each([
    ['without a final line end', sheet(String, '', '')],
    ['with blanks at its end', sheet(String, '', '  ')],
    ['with corners of three parts and no final line end', sheet((n) => `${n}/${n}/${n}`, '', '')],
    ['that ends in a comment', sheet(String, '', '\n# End of File')],
    ['that ends in a vertex without a final line end', `${plain}v 1 2 3`],
    ['with points that no face has', `${plain}p 1\nl 1 2`],
    ['that states its faces as polygons, fewer than its triangles', sheet(String, '# Faces: 12', '')],
    ['with vertices that no face has', 'v 9 9 9\n'.repeat(100) + sheet((n) => String(n + 100))],
  ])('%s', (_name, text) => {
    expect(read(text)().triangles).toBe(triangles);
  });
});
