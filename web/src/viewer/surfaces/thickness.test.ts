import fc from 'fast-check';
import { Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { ball, box, kept, scanOf, spotAt } from './shapes.testing.ts';
import { thickness } from './thickness.ts';

const part = fc.double({ min: -1, max: 1, noNaN: true });
const direction = fc
  .tuple(part, part, part)
  .map((parts) => new Vector3(...parts))
  .filter((vector) => vector.length() > 0.2)
  .map((vector) => vector.normalize());

describe('thickness of a closed scan', () => {
  test('a sphere is as thick as its diameter everywhere, from either side', () => {
    const sphere = scanOf(1, ball(5));
    fc.assert(
      fc.property(direction, direction, (at, seen) => {
        fc.pre(at.dot(seen) > 0.6);
        const found = thickness(kept(sphere), {
          spot: spotAt(sphere, at.clone().setLength(5), seen),
          scans: [1],
        });
        expect(found?.own?.distance).toBeGreaterThan(9.9);
        expect(found?.own?.distance).toBeLessThan(10.001);
        expect(new Vector3(...(found?.normal ?? [0, 0, 0])).angleTo(at)).toBeLessThan(0.08);
        expect(found?.others).toEqual([]);
      }),
    );
  });
  test('a cube is as thick as its side, up to its edges', () => {
    const cube = scanOf(1, box(10));
    fc.assert(
      fc.property(part, part, (x, y) => {
        const spot = { scan: 1, point: [4.9 * x, 4.9 * y, 5] as const, normal: [0, 0, 1] as const };
        expect(thickness(kept(cube), { spot, scans: [1] })?.own?.distance).toBeCloseTo(10, 4);
      }),
    );
  });
});

describe('thickness between scans', () => {
  const lower = scanOf(1, box(10));
  const up = [0, 0, 1] as const;
  const spot = { scan: 1, point: [1, 1, 5] as const, normal: up };
  const above = (id: number, gap: number) => scanOf(id, box(10).translate(0, 0, 10 + gap));

  test('the gap to the nearest visible scan comes first', () => {
    const all = kept(lower, above(2, 2.5), above(3, 1.25));
    const found = thickness(all, { spot, scans: [1, 2, 3] });
    expect(found?.others.map(({ scan, distance }) => [scan, distance])).toEqual([
      [3, 1.25],
      [2, 2.5],
    ]);
    expect(thickness(all, { spot, scans: [1, 2] })?.others).toHaveLength(1);
  });
  test('a scan below the surface has a negative distance', () => {
    const found = thickness(kept(lower, above(2, -0.4)), { spot, scans: [1, 2] });
    expect(found?.others[0]?.distance).toBeCloseTo(-0.4, 5);
  });
  test('the nearest place can be off the normal', () => {
    const slope = scanOf(
      2,
      box(10)
        .rotateY(Math.PI / 6)
        .translate(0, 0, 14),
    );
    const found = thickness(kept(lower, slope), { spot, scans: [2] })?.others[0];
    expect(found?.nearest).toBeLessThan(found?.distance ?? 0);
  });
  test('the thickness lists no other scan where nothing is opposite', () => {
    expect(thickness(kept(lower, above(2, 40)), { spot, scans: [1, 2] })?.others).toEqual([]);
    expect(thickness(kept(lower), { spot: { ...spot, scan: 9 }, scans: [1] })).toBeNull();
  });
});
