import fc from 'fast-check';
import { BufferGeometry, Euler, Matrix4, PlaneGeometry, type BufferGeometry as Shape, Vector3 } from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { describe, expect, test } from 'vitest';
import { geodesic } from './geodesic.ts';
import type { Triple } from './places.ts';
import { ball, box, kept, neverYields, scanOf, sheet, tube } from './shapes.testing.ts';
import { type Surface, surfaceOf } from './surface.ts';

const on = async (surface: Surface, from: Triple, to: Triple) =>
  (await geodesic(kept(surface), { scan: surface.id, from, to }, neverYields)) ?? undefined;

/** Evenly spread numbers; those of `fc.double` are nearly all close to zero. */
const between = (low: number, high: number) =>
  fc.nat({ max: 1_000_000 }).map((part) => low + ((high - low) * part) / 1_000_000);
const turn = between(0, 2 * Math.PI);
const share = between(-1, 1);
const direction = fc.tuple(turn, share).map(([around, z]): Triple => {
  const across = Math.sqrt(1 - z * z);
  return [across * Math.cos(around), across * Math.sin(around), z];
});
const times = ([x, y, z]: Triple, by: number): Triple => [x * by, y * by, z * by];
const few = { numRuns: 12 };
const place = fc.tuple(share, share).map(([x, y]) => new Vector3(9 * x, 9 * y, 0));

function randomly(): () => number {
  let seed = 1;
  return () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
}

/**
 * A shape as files may list it: each triangle with vertices of its own, every second one the other way around, with
 * triangles without area at their edges and corners.
 */
function looseScan(shape: Shape): Surface {
  const { array } = shape.toNonIndexed().getAttribute('position');
  const positions: number[] = [];
  for (let i = 0; i < array.length; i += 9) {
    const [a, b, c] = [array.slice(i, i + 3), array.slice(i + 3, i + 6), array.slice(i + 6, i + 9)];
    positions.push(...a, ...(i % 2 ? [...c, ...b] : [...b, ...c]));
    if (i % 5 === 0) positions.push(...a, ...b, ...b, ...c, ...c, ...c);
  }
  const indices = Uint32Array.from({ length: positions.length / 3 }, (_, at) => at);
  return surfaceOf(1, Float32Array.from(positions), indices);
}

/** The length of the shortest path over the edges of a shape (Bellman-Ford). */
function alongEdges(shape: Shape, from: number, to: number): number {
  const position = shape.getAttribute('position');
  const corners = Array.from(shape.getIndex()?.array ?? []);
  const at = (vertex: number) => new Vector3().fromBufferAttribute(position, vertex);
  const lengths = new Array<number>(position.count).fill(Number.POSITIVE_INFINITY);
  lengths[from] = 0;
  for (let isShorter = true; isShorter; ) {
    isShorter = false;
    for (const [i, a] of corners.entries()) {
      const b = corners[i % 3 === 2 ? i - 2 : i + 1] as number;
      const apart = at(a).distanceTo(at(b));
      for (const [one, other] of [
        [a, b],
        [b, a],
      ] as const) {
        if ((lengths[one] as number) + apart >= (lengths[other] as number)) continue;
        lengths[other] = (lengths[one] as number) + apart;
        isShorter = true;
      }
    }
  }
  return lengths[to] as number;
}

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

  test('a path on a flat sheet is the straight line, however the sheet lies and its triangles are listed', async () => {
    const flat = sheet(20, 30, randomly());
    const turned = flat.clone().rotateX(0.7).rotateY(-1.1).rotateZ(2.3);
    const sheets = [
      [scanOf(1, flat.clone()), new Matrix4()],
      [scanOf(1, turned), new Matrix4().makeRotationFromEuler(new Euler(0.7, -1.1, 2.3, 'ZYX'))],
      [looseScan(flat), new Matrix4()],
    ] as const;
    await fc.assert(
      fc.asyncProperty(place, place, async (a, b) => {
        for (const [surface, lies] of sheets) {
          const [from, to] = [a, b].map((each) => each.clone().applyMatrix4(lies)) as [Vector3, Vector3];
          const straight = from.distanceTo(to);
          fc.pre(straight > 0.5);
          const way = await on(surface, from.toArray(), to.toArray());
          expect(Math.abs((way?.length ?? 0) / straight - 1)).toBeLessThan(1e-6);
        }
      }),
      few,
    );
  });

  test('a path over the vertices of a flat sheet is the straight line', async () => {
    const flat = scanOf(1, new PlaneGeometry(20, 20, 20, 20));
    for (const [from, to] of [
      [
        [-10, -10, 0],
        [10, 10, 0],
      ],
      [
        [-10, 3, 0],
        [10, 3, 0],
      ],
      [
        [-7, -9, 0],
        [5, 10, 0],
      ],
      [
        [0, 0, 0],
        [0.5, 0, 0],
      ],
    ] as [Triple, Triple][]) {
      const way = await on(flat, from, to);
      expect(way?.length).toBeCloseTo(new Vector3(...from).distanceTo(new Vector3(...to)), 9);
    }
  });

  test('a path on a cylinder is the line on its unrolled wall', async () => {
    const pipe = scanOf(1, tube(5, 20));
    const height = between(-9.5, 9.5);
    const width = 2 * 5 * Math.sin(Math.PI / 96);
    const along = between(0, 96);
    await fc.assert(
      fc.asyncProperty(along, along, height, height, async (a, b, low, high) => {
        const apart = Math.min(Math.abs(a - b), 96 - Math.abs(a - b)) * width;
        const unrolled = Math.hypot(apart, low - high);
        // Straight through, both ways around are as long.
        fc.pre(unrolled > 1 && apart < 40 * width);
        const corner = (at: number) =>
          new Vector3(0, 0, 5).applyAxisAngle(new Vector3(0, 1, 0), (at * Math.PI) / 48);
        const place = (at: number, y: number): Triple => {
          const wall = corner(Math.floor(at)).lerp(corner(Math.floor(at) + 1), at - Math.floor(at));
          return [wall.x, y, wall.z];
        };
        const way = await on(pipe, place(a, low), place(b, high));
        expect(Math.abs((way?.length ?? 0) / unrolled - 1)).toBeLessThan(1e-6);
      }),
      few,
    );
  });

  test('a path on a rough scan is on it, the same both ways, and never longer than one along the edges', async () => {
    const random = randomly();
    const shape = sheet(10, 20, random);
    const position = shape.getAttribute('position');
    for (let i = 0; i < position.count; i++) position.setZ(i, 0.3 * (random() - 0.5));
    const rough = scanOf(1, shape);
    const vertex = fc.nat({ max: position.count - 1 });
    const vertexAt = (i: number): Triple => [
      position.getX(i),
      position.getY(i),
      Math.fround(position.getZ(i)),
    ];
    await fc.assert(
      fc.asyncProperty(vertex, vertex, async (a, b) => {
        fc.pre(a !== b);
        const way = await on(rough, vertexAt(a), vertexAt(b));
        if (!way) throw new Error('The sheet is connected');
        isHonest(rough, way);
        expect(way.length).toBeLessThan(alongEdges(shape, a, b) * (1 + 1e-9));
        expect((await on(rough, vertexAt(b), vertexAt(a)))?.length).toBe(way.length);
      }),
      few,
    );
  });

  test('a path leads over an edge of three sheets and through a vertex that joins two', async () => {
    const wing = (angle: number) => new PlaneGeometry(4, 6, 5, 6).translate(2, 0, 0).rotateY(angle);
    const fan = scanOf(1, mergeGeometries([wing(0), wing(2), wing(4)]));
    const inWing = (angle: number, x: number, y: number) =>
      new Vector3(x, y, 0).applyAxisAngle(new Vector3(0, 1, 0), angle).toArray();
    for (const [a, b] of [
      [0, 2],
      [2, 4],
      [4, 0],
    ] as const) {
      const way = await on(fan, inWing(a, 3.1, -2.3), inWing(b, 2.7, 1.9));
      expect(way?.length).toBeCloseTo(Math.hypot(5.8, 4.2), 5);
    }
    const leaf = (x: number, y: number) => sheet(4, 5, randomly()).translate(x, y, 0);
    const joined = scanOf(1, mergeGeometries([leaf(-2, -2), leaf(2, 2)]));
    const way = await on(joined, [-3.1, -0.7, 0], [0.9, 2.2, 0]);
    expect(way?.length).toBeCloseTo(Math.hypot(3.1, 0.7) + Math.hypot(0.9, 2.2), 6);
  });

  test('a path on a cube crosses its edges, or a corner of the unfolded sides', async () => {
    const cube = scanOf(1, box(10));
    const over = await on(cube, [0, 0, 5], [5, 0, 0]);
    expect(over?.length).toBeCloseTo(10, 6);
    const opposite = await on(cube, [-5, -5, -5], [5, 5, 5]);
    expect(opposite?.length).toBeCloseTo(10 * Math.sqrt(5), 6);
  });

  test('a path that runs along an edge of triangles is the straight line', async () => {
    const pipe = scanOf(1, tube(5, 20));
    expect((await on(pipe, [0, 0.9999999958, 5], [0, -4.15e-9, 5]))?.length).toBeCloseTo(1, 8);
    const lies = new Matrix4().makeRotationFromEuler(new Euler(0.7, -1.1, 2.3, 'ZYX'));
    const cube = scanOf(1, box(10).applyMatrix4(lies));
    const onEdge = (x: number) => new Vector3(x, 5, -5).applyMatrix4(lies).toArray();
    await fc.assert(
      fc.asyncProperty(between(-5, 5), between(-5, 5), async (a, b) => {
        fc.pre(Math.abs(a - b) > 1e-3);
        const way = await on(cube, onEdge(a), onEdge(b));
        expect(Math.abs((way?.length ?? 0) / Math.abs(a - b) - 1)).toBeLessThan(1e-6);
      }),
      few,
    );
  });

  test('a path is the same in both directions and far from the origin', async () => {
    const far = scanOf(1, ball(10).translate(40_000, -30_000, 9_000));
    await fc.assert(
      fc.asyncProperty(direction, direction, async (a, b) => {
        const [from, to] = [times(a, 10), times(b, 10)];
        const there = (await on(sphere, from, to))?.length ?? 0;
        expect((await on(sphere, to, from))?.length).toBe(there);
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
