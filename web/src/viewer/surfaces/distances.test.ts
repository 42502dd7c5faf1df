import fc from 'fast-check';
import { expect, test } from 'vitest';
import { corners } from './corners.ts';
import { deviation } from './deviation.ts';
import { distances } from './distances.ts';
import { patches, shareUpTo } from './patches.ts';
import { kept, neverYields } from './shapes.testing.ts';
import type { Surface } from './surface.ts';
import { ball, sheet } from './turned-shapes.testing.ts';

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const flat = (id: number, z: number, isFlipped = false) => sheet(id, 10, 20, () => z, isFlipped);

async function from(scan: Surface, others: Surface[], reach = 3, isBite = false) {
  const ask = { scan: scan.id, to: others.map(({ id }) => id), reach, isBite };
  return (await distances(kept(scan, ...others), ask, neverYields)).values;
}

test('the distance above another sheet is the gap, and below it the same as penetration', async () => {
  await fc.assert(
    fc.asyncProperty(between(-2.9, 2.9), between(-500, 500), async (gap, away) => {
      const values = await from(flat(1, away + gap), [flat(2, away)]);
      for (const value of values) expect(Math.abs(value - gap)).toBeLessThan(2e-4);
    }),
    { numRuns: 15 },
  );
});

test('the distance to a sphere is that between the surfaces, negative inside', async () => {
  await fc.assert(
    fc.asyncProperty(between(3, 9), between(0, 2 * Math.PI), between(-0.9, 0.9), async (apart, turn, z) => {
      const flatness = Math.sqrt(1 - z * z);
      const centre = [apart * Math.cos(turn) * flatness, apart * Math.sin(turn) * flatness, apart * z];
      const [one, other] = [ball(1, 3, centre), ball(2, 3, [0, 0, 0])];
      const values = await from(one, [other]);
      const positions = one.geometry.getAttribute('position').array;
      for (const [v, value] of values.entries()) {
        const [x, y, z] = positions.slice(v * 3, v * 3 + 3) as unknown as [number, number, number];
        const wanted = Math.hypot(x, y, z) - 3;
        if (Number.isNaN(value)) expect(Math.abs(wanted)).toBeGreaterThan(2.98);
        // A polyhedron with this many faces is within 16 µm of its sphere.
        else expect(Math.abs(value - wanted)).toBeLessThan(0.016);
      }
    }),
    { numRuns: 8 },
  );
});

test('a place out of reach or beyond the rim of an open scan has no opposite surface', async () => {
  expect((await from(flat(1, 5), [flat(2, 0)])).every(Number.isNaN)).toBe(true);
  const values = await from(
    sheet(1, 12, 24, () => 0.5),
    [flat(2, 0)],
  );
  // Straight above the rim there is a distance; two millimetres further out there is no distance.
  expect(values.filter((value) => Math.abs(value - 0.5) < 1e-4).length).toBe(21 * 21);
  expect(values.filter(Number.isNaN).length).toBe(25 * 25 - 21 * 21);
});

test('the nearest of several scans counts', async () => {
  const values = await from(flat(1, 1), [flat(2, 0), flat(3, 0.8)]);
  expect(Math.max(...values)).toBeCloseTo(0.2, 4);
});

test('an inside-out scan gives the same sign: a closed one always, an open one in a bite', async () => {
  const inside = await from(ball(1, 2.5, [0, 0, 0]), [ball(2, 3, [0, 0, 0], true)]);
  expect(Math.max(...inside)).toBeLessThan(-0.45);
  const above = await from(flat(1, 1), [flat(2, 0, true)], 3, true);
  expect(Math.min(...above)).toBeCloseTo(1, 4);
});

test('two contacts have their known area', async () => {
  // Two paraboloid bumps: the part higher than the sheet by h has the area 2πrh.
  const bump = (x: number, y: number, at: number) => 0.4 - ((x - at) ** 2 + y * y) / 8;
  const lower = sheet(1, 10, 200, (x, y) => Math.max(-1, bump(x, y, -5), bump(x, y, 5)));
  const upper = sheet(2, 10, 10, () => 0, true);
  const values = await from(lower, [upper], 3, true);
  const found = patches(kept(lower, upper), { scan: 1, values, upTo: 0 });
  expect(found.count).toBe(2);
  // Their curved area; seen from above it is 2 · π · 8 · 0.4 = 20.11.
  expect(found.area).toBeGreaterThan(20.1);
  expect(found.area).toBeLessThan(21.2);
  expect(patches(kept(lower), { scan: 1, values, upTo: -1 })).toEqual({ count: 0, area: 0 });
});

test('the parts of a face below and above a limit add up to the whole', () => {
  const value = fc.integer({ min: -50, max: 50 }).map((n) => n / 10);
  fc.assert(
    fc.property(fc.tuple(value, value, value), between(-6, 6), (values, limit) => {
      const below = shareUpTo(values, limit);
      const above = shareUpTo(values.map((each) => -each) as typeof values, -limit);
      expect(below).toBeGreaterThanOrEqual(0);
      if (values.every((each) => each === limit)) return;
      expect(below + above).toBeCloseTo(1, 9);
    }),
  );
});

test('deviation is weighted by area and leaves out what has nothing opposite', async () => {
  const newer = sheet(1, 12, 24, (x) => (x < 0 ? 0.04 : 0.08));
  const values = await from(newer, [flat(2, 0)]);
  const found = deviation(kept(newer), { scan: 1, values });
  expect(found.furthestOut).toBeCloseTo(0.08, 4);
  expect(found.furthestIn).toBe(0);
  expect(found.mean).toBeCloseTo(found.meanAbsolute, 9);
  expect(found.within10).toBe(1);
  expect(found.within05).toBeGreaterThan(0.45);
  expect(found.within05).toBeLessThan(0.52);
  expect(found.compared).toBeCloseTo((21 / 24) ** 2, 3);
  const nothing = deviation(kept(newer), { scan: 1, values: values.fill(Number.NaN) });
  expect(nothing).toMatchObject({ compared: 0, mean: Number.NaN, furthestOut: Number.NaN });
});

test('the weights of a value between vertices reproduce the point', () => {
  const surface = sheet(1, 10, 7, (x, y) => x * y);
  fc.assert(
    fc.property(between(-9, 9), between(-9, 9), (x, y) => {
      const found = corners(kept(surface), { scan: 1, point: [x, y, 5] });
      const positions = surface.geometry.getAttribute('position');
      expect(found?.weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 6);
      for (const vertex of found?.vertices ?? []) expect(vertex).toBeLessThan(positions.count);
    }),
  );
  expect(corners(kept(surface), { scan: 9, point: [0, 0, 0] })).toBeNull();
});
