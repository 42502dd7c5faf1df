import { expect, test } from 'vitest';
import { parseStl } from './parse-stl.ts';
import { withNormals } from './smooth-normals.ts';
import { binaryStl } from './test-bytes.ts';
import { weld } from './weld.ts';

/** Enough facets for a quadratic algorithm to exceed the time limit of a test many times over. */
const facets = 200_000;

test('one position in 32,768 colours is welded into one vertex per colour', () => {
  const bytes = binaryStl(
    Array.from({ length: facets }, () => [1, 2, 3, 1, 2, 3, 1, 2, 3]),
    'COLOR=abcd',
  );
  const view = new DataView(bytes.buffer);
  for (let facet = 0; facet < facets; facet++) view.setUint16(84 + facet * 50 + 48, facet & 0x7fff, true);
  const mesh = weld(parseStl(bytes));
  expect([mesh.positions.length / 3, mesh.indices.length]).toEqual([0x8000, facets * 3]);
});

test('a vertex shared by all facets, each at another angle, stays smooth', () => {
  const fan = Array.from({ length: facets }, (_, i) => {
    const [a, b] = [i * 2.4, i * 2.4 + 1];
    return [0, 0, 0, Math.cos(a), Math.sin(a), Math.sin(i), Math.cos(b), Math.sin(b), Math.cos(i)];
  });
  const mesh = weld(parseStl(binaryStl(fan)));
  const shaded = withNormals(mesh);
  expect(shaded.creases).not.toContain(mesh.indices[0]);
  expect(shaded.normals.every(Number.isFinite)).toBe(true);
});
