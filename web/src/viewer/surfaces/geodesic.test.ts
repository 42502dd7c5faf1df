import fc from 'fast-check';
import { BufferGeometry, type BufferGeometry as Shape, Vector3 } from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { describe, expect, test } from 'vitest';
import { geodesic } from './geodesic.ts';
import type { Triple } from './places.ts';
import { ball, box, kept, neverYields, scanOf, sheet, tube } from './shapes.testing.ts';
import type { Surface } from './surface.ts';

const on = async (surface: Surface, from: Triple, to: Triple) =>
  (await geodesic(kept(surface), { scan: surface.id, from, to }, neverYields)) ?? undefined;

const turn = fc.double({ min: 0, max: 2 * Math.PI, noNaN: true });
const share = fc.double({ min: -1, max: 1, noNaN: true });
const direction = fc.tuple(turn, share).map(([around, z]): Triple => {
  const across = Math.sqrt(1 - z * z);
  return [across * Math.cos(around), across * Math.sin(around), z];
});
const times = ([x, y, z]: Triple, by: number): Triple => [x * by, y * by, z * by];
const few = { numRuns: 12 };

/** Checks that the path has the claimed length and lies on the surface. */
function isHonest(surface: Surface, { length, path }: { length: number; path: Float64Array }): void {
  let sum = 0;
  for (let i = 3; i < path.length; i += 3) {
    const [a, b] = [new Vector3(...path.subarray(i - 3, i)), new Vector3(...path.subarray(i, i + 3))];
    sum += a.distanceTo(b);
    for (const at of [0, 0.5, 1]) {
      const found = surface.bvh.closestPointToPoint(a.clone().lerp(b, at));
      expect(found?.distance).toBeLessThan(1e-4);
    }
  }
  expect(sum).toBeCloseTo(length, 9);
}

describe('geodesic', () => {
  const sphere = scanOf(1, ball(10));
  test('a path on a sphere is its great circle, within 0.5 %', async () => {
    await fc.assert(
      fc.asyncProperty(direction, direction, async (a, b) => {
        const angle = new Vector3(...a).angleTo(new Vector3(...b));
        fc.pre(angle > 0.1);
        const way = await on(sphere, times(a, 10), times(b, 10));
        expect(way).toBeDefined();
        if (!way) return;
        isHonest(sphere, way);
        expect(way.length / (10 * angle)).toBeGreaterThan(0.995);
        expect(way.length / (10 * angle)).toBeLessThan(1.005);
      }),
      few,
    );
  });

  test('a path on a flat sheet is the straight line, within 0.1 % and 0.1 mm', async () => {
    let seed = 1;
    const random = () => {
      seed = (seed * 16807) % 2147483647;
      return seed / 2147483647;
    };
    const flat = scanOf(1, sheet(20, 30, random));
    await fc.assert(
      fc.asyncProperty(fc.tuple(share, share), fc.tuple(share, share), async ([a, b], [c, d]) => {
        const straight = 9 * Math.hypot(a - c, b - d);
        fc.pre(straight > 0.5);
        const way = await on(flat, [9 * a, 9 * b, 0], [9 * c, 9 * d, 0]);
        expect(way?.length).toBeGreaterThan(straight * 0.99999);
        // A path that begins or ends near a vertex can keep a detour of some hundredths of a millimetre there.
        expect(way?.length).toBeLessThan(straight * 1.001 + 0.1);
      }),
      few,
    );
  });

  test('a path on a cylinder is the line on its unrolled wall, within 0.5 %', async () => {
    const pipe = scanOf(1, tube(5, 20));
    const height = fc.double({ min: -9.5, max: 9.5, noNaN: true });
    await fc.assert(
      fc.asyncProperty(turn, turn, height, height, async (a, b, low, high) => {
        const apart = Math.acos(Math.cos(a - b));
        const unrolled = Math.hypot(5 * apart, low - high);
        fc.pre(unrolled > 1);
        const place = (at: number, y: number): Triple => [5 * Math.sin(at), y, 5 * Math.cos(at)];
        const way = await on(pipe, place(a, low), place(b, high));
        expect(Math.abs((way?.length ?? 0) / unrolled - 1)).toBeLessThan(0.005);
      }),
      few,
    );
  });

  test('a path on a cube crosses its edges, or a corner of the unfolded sides', async () => {
    const cube = scanOf(1, box(10));
    const over = await on(cube, [0, 0, 5], [5, 0, 0]);
    expect(over?.length).toBeCloseTo(10, 2);
    const opposite = await on(cube, [-5, -5, -5], [5, 5, 5]);
    expect(opposite?.length).toBeCloseTo(10 * Math.sqrt(5), 1);
  });

  test('a path is the same in both directions and far from the origin', async () => {
    const far = scanOf(1, ball(10).translate(40_000, -30_000, 9_000));
    await fc.assert(
      fc.asyncProperty(direction, direction, async (a, b) => {
        const [from, to] = [times(a, 10), times(b, 10)];
        const there = (await on(sphere, from, to))?.length ?? 0;
        expect((await on(sphere, to, from))?.length).toBeCloseTo(there, 1);
        const shift = ([x, y, z]: Triple): Triple => [x + 40_000, y - 30_000, z + 9_000];
        expect(Math.abs(((await on(far, shift(from), shift(to)))?.length ?? 0) - there)).toBeLessThan(0.1);
      }),
      { numRuns: 5 },
    );
  });

  test('a path within one triangle is straight', async () => {
    const cube = scanOf(1, box(10, 1));
    expect((await on(cube, [1, 0, 5], [2, -1, 5]))?.length).toBeCloseTo(Math.SQRT2, 9);
  });
});

describe('geodesic without a path', () => {
  const apart = mergeGeometries([ball(3, 6), ball(3, 6).translate(10, 0, 0)]) as Shape;
  const both = scanOf(1, apart);
  test('there is no path between disconnected pieces', async () => {
    expect(await on(both, [0, 0, 3], [10, 0, 3])).toBeUndefined();
    expect(await on(both, [0, 0, 3], [3, 0, 0])).toBeDefined();
  });
  test('there is no path on a removed scan', async () => {
    expect(await geodesic(kept(both), { scan: 2, from: [0, 0, 0], to: [1, 0, 0] }, neverYields)).toBeNull();
  });
  test('a cancelled request has no path', async () => {
    const impatient = { ...neverYields, yieldToEventLoop: () => Promise.reject(new Error('cancelled')) };
    const sphere = scanOf(1, ball(10, 30));
    const asked = geodesic(kept(sphere), { scan: 1, from: [0, 0, 10], to: [0, 0, -10] }, impatient);
    await expect(asked).rejects.toThrow('cancelled');
  });
  test('there is no path on an empty scan', () => expect(() => scanOf(1, new BufferGeometry())).toThrow());
});
