import fc from 'fast-check';
import { Box3, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { type CutMove, cutThrough, keptPart, planeOf, shiftRange, uprightCut } from './cut.ts';

const part = fc.double({ min: -1, max: 1, noNaN: true });
const vector = fc.tuple(part, part, part).map((parts) => new Vector3(...parts));
/** An arbitrary view of the scans. */
const sight = fc
  .tuple(vector, vector)
  .filter(([a, b]) => a.clone().cross(b).length() > 0.1)
  .map(([a, b]) => {
    const depth = a.clone().normalize();
    return { depth, right: b.clone().cross(depth).normalize() };
  });
const place = vector.map((each) => each.multiplyScalar(30));
const still: CutMove = { shift: 0, turn: 0, tilt: 0, isFlipped: false };
const move = fc.record({
  shift: fc.double({ min: -20, max: 20, noNaN: true }),
  turn: fc.double({ min: -90, max: 90, noNaN: true }),
  tilt: fc.double({ min: -90, max: 90, noNaN: true }),
  isFlipped: fc.boolean(),
});
const heightOver = (plane: ReturnType<typeof planeOf>, point: Vector3) =>
  point
    .clone()
    .sub(new Vector3(...plane.origin))
    .dot(new Vector3(...plane.normal));

describe('the plane of a cut', () => {
  test('the plane contains the clicked points and the viewing direction', () => {
    fc.assert(
      fc.property(sight, place, place, (seen, a, b) => {
        const cut = cutThrough(a, b, seen);
        fc.pre(cut !== undefined && b.clone().sub(a).projectOnPlane(seen.depth).length() > 0.1);
        if (!cut) return;
        const plane = planeOf(cut, still);
        for (const on of [a, b, a.clone().addScaledVector(seen.depth, 12)]) {
          expect(heightOver(plane, on)).toBeCloseTo(0, 6);
        }
        const upright = planeOf(uprightCut(a, seen), still);
        expect(heightOver(upright, a)).toBeCloseTo(0, 6);
        expect(Math.abs(new Vector3(...upright.normal).dot(seen.right))).toBeCloseTo(1, 6);
      }),
    );
  });

  test('the axes of a cut plane are at right angles, as seen from the side of the normal, after any move', () => {
    fc.assert(
      fc.property(sight, place, move, (seen, at, moved) => {
        const { right, up, normal } = planeOf(uprightCut(at, seen), moved);
        const towards = new Vector3(...right).cross(new Vector3(...up));
        expect(towards.distanceTo(new Vector3(...normal))).toBeLessThan(1e-6);
        expect(new Vector3(...right).length()).toBeCloseTo(1, 6);
      }),
    );
  });

  test('shifting moves by millimetres, and flipping keeps the place', () => {
    fc.assert(
      fc.property(sight, place, move, (seen, at, moved) => {
        const cut = uprightCut(at, seen);
        const before = planeOf(cut, { ...moved, shift: 0, isFlipped: false });
        const after = planeOf(cut, { ...moved, isFlipped: false });
        expect(heightOver(before, new Vector3(...after.origin))).toBeCloseTo(moved.shift, 6);
        const flipped = planeOf(cut, { ...moved, isFlipped: true });
        expect(heightOver(after, new Vector3(...flipped.origin))).toBeCloseTo(0, 6);
        expect(new Vector3(...flipped.normal).dot(new Vector3(...after.normal))).toBeCloseTo(-1, 6);
      }),
    );
  });

  test('two points behind each other define no plane', () => {
    const seen = { right: new Vector3(1, 0, 0), depth: new Vector3(0, 0, -1) };
    expect(cutThrough(new Vector3(1, 2, 3), new Vector3(1, 2, -9), seen)).toBeUndefined();
  });

  test('the shift range covers exactly the box', () => {
    const seen = { right: new Vector3(1, 0, 0), depth: new Vector3(0, 0, -1) };
    const range = shiftRange(uprightCut(new Vector3(2, 0, 0), seen), still, {
      min: [-10, -5, -5],
      max: [10, 5, 5],
    });
    expect(range.map(Math.abs).sort((a, b) => a - b)).toEqual([8, 12]);
  });
});

test('without scans, as while the only one is replaced in another unit, the plane stays where it is', () => {
  const { min, max } = new Box3();
  const cut = uprightCut(new Vector3(), { right: new Vector3(1, 0, 0), depth: new Vector3(0, 0, -1) });
  const empty = { min: min.toArray(), max: max.toArray() };
  expect(shiftRange(cut, { ...still, shift: 3 }, empty)).toEqual([3, 3]);
});

test('the kept part of a ray is before the plane, the rest is not', () => {
  fc.assert(
    fc.property(place, vector, place, vector, (from, towards, at, across) => {
      fc.pre(towards.length() > 0.1 && across.length() > 0.1);
      const direction = towards.clone().normalize();
      const normal = across.clone().normalize();
      fc.pre(Math.abs(direction.dot(normal)) > 0.01);
      const half = { origin: at.toArray(), normal: normal.toArray() };
      const { near, far } = keptPart({ origin: from.toArray(), direction: direction.toArray() }, half);
      for (const reach of [0.5, 3, 20, 90, 400]) {
        const height = from.clone().addScaledVector(direction, reach).sub(at).dot(normal);
        if (Math.abs(height) > 1e-6) expect(reach >= near && reach <= far).toBe(height < 0);
      }
    }),
  );
});
