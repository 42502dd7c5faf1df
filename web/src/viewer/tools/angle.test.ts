import fc from 'fast-check';
import { Vector3 } from 'three';
import { expect, test } from 'vitest';
import { arcAround, degreesAt } from './angle.ts';

const part = fc.double({ min: -50, max: 50, noNaN: true });
const place = fc.tuple(part, part, part).map((parts) => new Vector3(...parts));
const corner = new Vector3(3, -2, 7);

test('known angles are exact, even far from the origin', () => {
  for (const [degrees, far] of [
    [0, 0],
    [30, 0],
    [90, 0],
    [179.9, 0],
    [180, 0],
    [60, 100_000],
  ] as const) {
    const at = new Vector3(far, -far, far);
    const turn = (degrees * Math.PI) / 180;
    const a = at.clone().add(new Vector3(4, 0, 0));
    const b = at.clone().add(new Vector3(2 * Math.cos(turn), 2 * Math.sin(turn), 0));
    expect(degreesAt(a, at, b)).toBeCloseTo(degrees, 5);
  }
});

test('the angle is independent of order, length and position of the legs', () => {
  fc.assert(
    fc.property(place, place, place, fc.double({ min: 0.1, max: 5, noNaN: true }), (a, b, by, longer) => {
      fc.pre(a.distanceTo(corner) > 1 && b.distanceTo(corner) > 1);
      const degrees = degreesAt(a, corner, b);
      expect(degreesAt(b, corner, a)).toBeCloseTo(degrees, 6);
      expect(degreesAt(corner.clone().lerp(a, longer), corner, b)).toBeCloseTo(degrees, 6);
      const moved = [a, corner, b].map((each) => each.clone().add(by)) as [Vector3, Vector3, Vector3];
      expect(degreesAt(...moved)).toBeCloseTo(degrees, 6);
    }),
  );
});

test('a leg without length has no angle', () => {
  expect(degreesAt(corner, corner, new Vector3())).toBe(0);
  expect(arcAround(corner, corner, new Vector3())).toEqual([]);
});

test('the arc goes from leg to leg at a constant distance from the vertex', () => {
  fc.assert(
    fc.property(place, place, (a, b) => {
      const degrees = degreesAt(a, corner, b);
      fc.pre(a.distanceTo(corner) > 1 && b.distanceTo(corner) > 1 && degrees > 1 && degrees < 179);
      const arc = arcAround(a, corner, b).map((each) => new Vector3(...each));
      const [first = corner, last = corner] = [arc[0], arc.at(-1)];
      expect(degreesAt(first, corner, a)).toBeCloseTo(0, 3);
      expect(degreesAt(last, corner, b)).toBeCloseTo(0, 3);
      for (const each of arc) expect(each.distanceTo(corner)).toBeCloseTo(first.distanceTo(corner), 6);
    }),
  );
});
