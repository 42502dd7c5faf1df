import { expect, test } from 'vitest';
import { roleByShape, shapeOf } from './scan-shape.ts';
import type { IndexedMesh } from './weld.ts';

/** A sheet of `side` by `side` squares whose longest side is `longest` mm, bent into a tube or a closed torus. */
function surface(side: number, longest: number, isClosed: boolean): IndexedMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  const at = (u: number, v: number) => (isClosed ? (u % side) * side + (v % side) : u * (side + 1) + v);
  const rows = isClosed ? side : side + 1;
  for (let u = 0; u < rows; u++) {
    for (let v = 0; v < rows; v++) {
      const [a, b] = [(u / side) * 2 * Math.PI, (v / side) * 2 * Math.PI];
      const r = 0.35 + 0.15 * Math.cos(b);
      positions.push(
        ...(isClosed
          ? [longest * r * Math.cos(a), longest * r * Math.sin(a), longest * 0.15 * Math.sin(b)]
          : [(longest * u) / side, (longest * v) / side, Math.sin(a)]),
      );
    }
  }
  for (let u = 0; u < side; u++)
    for (let v = 0; v < side; v++)
      indices.push(at(u, v), at(u + 1, v), at(u, v + 1), at(u + 1, v), at(u + 1, v + 1), at(u, v + 1));
  const axis = (n: number) => positions.filter((_, i) => i % 3 === n);
  const [x, y, z] = [axis(0), axis(1), axis(2)];
  return {
    positions: Float32Array.from(positions),
    indices: Uint32Array.from(indices),
    triangles: indices.length / 3,
    bounds: {
      min: [Math.min(...x), Math.min(...y), Math.min(...z)],
      max: [Math.max(...x), Math.max(...y), Math.max(...z)],
    },
  };
}

const roleOf = (mesh: IndexedMesh) => roleByShape(shapeOf(mesh, mesh.indices));

test('a closed body was designed, whatever its size', () => {
  expect(shapeOf(surface(24, 9, true), surface(24, 9, true).indices).isClosed).toBe(true);
  expect(roleOf(surface(24, 9, true))).toBe('design');
  expect(roleOf(surface(24, 70, true))).toBe('design');
});

test('a small hole leaves a body closed', () => {
  const body = surface(60, 9, true);
  expect(shapeOf(body, body.indices.subarray(3)).isClosed).toBe(true);
  expect(shapeOf(body, body.indices.subarray(0, body.indices.length / 2)).isClosed).toBe(false);
});

test('an open surface of the size of an arch is a jaw; other sizes give no answer', () => {
  expect(roleOf(surface(24, 65, false))).toBe('jaw');
  expect(roleOf(surface(24, 12, false))).toBeUndefined();
  expect(roleOf(surface(24, 400, false))).toBeUndefined();
});
