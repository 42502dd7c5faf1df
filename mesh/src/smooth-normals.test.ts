import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boundsOf, type Mesh } from './mesh.ts';
import { withNormals } from './smooth-normals.ts';
import { weld } from './weld.ts';

function soup(...triangles: number[][]): Mesh {
  const positions = Float32Array.from(triangles.flat());
  return { positions, triangles: triangles.length, bounds: boundsOf(positions) };
}

/** Two triangles that share the edge from 0 to (0, 1, 0), folded by an angle in degrees. */
function hinge(angle: number): Mesh {
  const [x, z] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  return soup([0, 0, 0, 0, 1, 0, -1, 0, 0], [0, 0, 0, x, 0, -z, 0, 1, 0]);
}

describe('welding', () => {
  test('joins corners at the same position, treating minus zero as zero', () => {
    const mesh = weld(soup([0, 0, 0, 1, 0, 0, 0, 1, 0], [-0, 0, -0, 0, 1, 0, -1, 0, 0]));
    expect(mesh.positions).toHaveLength(4 * 3);
    expect([...mesh.indices]).toEqual([0, 1, 2, 0, 2, 3]);
  });

  test('welding keeps corners of different colours apart', () => {
    const mesh = soup([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 0, 0, 0, 1, 0, -1, 0, 0]);
    mesh.colors = Uint8Array.from({ length: 18 }, (_, i) => (i < 9 ? 10 : 200));
    expect(weld(mesh).positions).toHaveLength(6 * 3);
  });

  test('renumbers faces that already are indexed', () => {
    const mesh = {
      ...soup([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 0, 0, 1, 0, 0, 0, 1, 0]),
      indices: Uint32Array.of(3, 4, 5),
      triangles: 1,
    };
    expect([...weld(mesh).indices]).toEqual([0, 1, 2]);
  });
});

describe('normals', () => {
  test('a gentle fold is shaded as one surface', () => {
    const mesh = withNormals(weld(hinge(40)));
    expect(mesh.positions).toHaveLength(4 * 3);
    expect(Math.hypot(...mesh.normals.slice(0, 3))).toBeCloseTo(1, 5);
  });

  test('a sharp fold stays sharp: the shared corners are split', () => {
    const mesh = withNormals(weld(hinge(100)));
    const normals = [...mesh.indices.slice(0, 3)].map((v) => [...mesh.normals.slice(v * 3, v * 3 + 3)]);
    for (const normal of normals) expect(normal[2]).toBeCloseTo(1, 5);
    expect(mesh.triangles).toBe(2);
  });

  test('known creases give the same result as searching for them', () => {
    const place = fc.integer({ min: 0, max: 3 });
    const corner = fc.tuple(place, place, place);
    const triangles = fc.array(fc.tuple(corner, corner, corner), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(triangles, (all) => {
        const mesh = weld(soup(...all.map((corners) => corners.flat())));
        const { creases, ...found } = withNormals(mesh);
        const given = withNormals(mesh, creases);
        expect({ ...given, opening: [] }).toEqual({ ...found, creases, opening: [] });
        given.opening.forEach((part, axis) => void expect(part).toBeCloseTo(found.opening[axis] ?? 0, 5));
      }),
    );
  });

  test('a fold between two colours is shaded like one of a single colour, gentle or sharp', () => {
    for (const angle of [40, 100]) {
      const plain = withNormals(weld(hinge(angle)));
      const colors = Uint8Array.from({ length: 18 }, (_, i) => (i < 9 ? 10 : 200));
      const mesh = withNormals(weld({ ...hinge(angle), colors }));
      const atCorners = ({ indices, normals }: typeof mesh) =>
        [...indices].flatMap((v) => [...normals.slice(v * 3, v * 3 + 3)]);
      for (const [i, value] of atCorners(mesh).entries())
        expect(value).toBeCloseTo(atCorners(plain)[i] ?? 9, 6);
      expect([...mesh.indices].map((v) => mesh.colors?.[v * 3])).toEqual([10, 10, 10, 200, 200, 200]);
      expect(mesh.positions).toHaveLength(6 * 3);
    }
  });

  test('a crease within one colour beside another splits its vertices once more', () => {
    const fold = [...hinge(100).positions];
    const third = [0, 0, 0, -1, 0, 0, 0, 0, 1];
    const colors = Uint8Array.from({ length: 27 }, (_, i) => (i < 18 ? 10 : 200));
    const mesh = withNormals(weld({ ...soup(fold.slice(0, 9), fold.slice(9), third), colors }));
    expect([...mesh.indices].map((v) => mesh.colors?.[v * 3])).toEqual([
      10, 10, 10, 10, 10, 10, 200, 200, 200,
    ]);
    const normalsOf = (corner: number) => {
      const v = mesh.indices[corner];
      return [...mesh.normals.slice(v * 3, v * 3 + 3)];
    };
    expect(normalsOf(0)[2]).toBeCloseTo(1, 5);
    expect(normalsOf(3)[2]).toBeLessThan(0.5);
    expect([...mesh.indices].flatMap((v) => [...mesh.positions.slice(v * 3, v * 3 + 3)])).toEqual([
      ...fold,
      ...third,
    ]);
  });

  test('degenerate triangles do no harm', () => {
    const mesh = withNormals(weld(soup([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 0, 0, 1, 0, 0, 1, 0, 0])));
    expect([...mesh.normals].every(Number.isFinite)).toBe(true);
    expect(mesh.normals[2]).toBeCloseTo(1, 5);
  });
});
