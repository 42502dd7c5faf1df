import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseObj } from './parse-obj.ts';
import { bytesOf } from './test-bytes.ts';

type Point = readonly [number, number];

const polygon = (points: readonly Point[], lift = (x: number, y: number) => `${x} ${y} 0`) =>
  parseObj(
    bytesOf(
      `${points.map(([x, y]) => `v ${lift(x, y)}\n`).join('')}f ${points.map((_, i) => i + 1).join(' ')}\n`,
    ),
  );

/** Signed area of each triangle seen along an axis, negative if it is flipped. */
function areas(
  { positions, indices = new Uint32Array() }: ReturnType<typeof parseObj>,
  [u, v] = [0, 1],
): number[] {
  const out: number[] = [];
  const at = (corner: number, axis: number) => positions[indices[corner] * 3 + axis];
  for (let i = 0; i < indices.length; i += 3) {
    const [x, y] = [at(i, u), at(i, v)];
    out.push(((at(i + 1, u) - x) * (at(i + 2, v) - y) - (at(i + 1, v) - y) * (at(i + 2, u) - x)) / 2);
  }
  return out;
}

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
const arrow: Point[] = [
  [0, 0],
  [4, 2],
  [0, 4],
  [1, 2],
];

describe('a polygon', () => {
  test('a polygon that is concave is filled exactly, for every first corner and direction', () => {
    for (let first = 0; first < 4; first++) {
      const turned = [...arrow.slice(first), ...arrow.slice(0, first)];
      const mesh = polygon(turned);
      expect(mesh.triangles).toBe(2);
      expect(areas(mesh).every((area) => area > 0)).toBe(true);
      expect(sum(areas(mesh))).toBe(6);
      expect(areas(polygon(turned.toReversed())).every((area) => area < 0)).toBe(true);
    }
  });

  test('a polygon may have any orientation in space', () => {
    const upright = areas(
      polygon(arrow, (x, y) => `0 ${x} ${y}`),
      [1, 2],
    );
    const across = areas(
      polygon(arrow, (x, y) => `${y} 0 ${x}`),
      [2, 0],
    );
    for (const found of [upright, across])
      expect([found.every((area) => area > 0), sum(found)]).toEqual([true, 6]);
  });

  test('a polygon of any shape keeps its area', () => {
    const star = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 4, maxLength: 30 });
    fc.assert(
      fc.property(star, (spokes) => {
        const points = spokes.map((length, i): Point => {
          const angle = (2 * Math.PI * i) / spokes.length;
          return [Math.fround(length * Math.cos(angle)), Math.fround(length * Math.sin(angle))];
        });
        const whole = sum(
          points.map(([x, y], i) => {
            const [u, v] = points[(i + 1) % points.length] as Point;
            return (x * v - u * y) / 2;
          }),
        );
        const mesh = polygon(points);
        expect(mesh.triangles).toBe(points.length - 2);
        expect(areas(mesh).every((area) => area > -1e-3)).toBe(true);
        expect(sum(areas(mesh))).toBeCloseTo(whole, 2);
      }),
    );
  });
});

test('a polygon of extreme length has the right number of triangles', () => {
  const ring = Array.from({ length: 10_000 }, (_, i): Point => {
    const angle = (2 * Math.PI * i) / 10_000;
    return [Math.cos(angle), Math.sin(angle)];
  });
  expect(polygon(ring).triangles).toBe(9998);
});
