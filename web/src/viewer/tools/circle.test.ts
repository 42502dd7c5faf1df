import { Quaternion, Vector3 } from 'three';
import { expect, test } from 'vitest';
import type { Spot } from '../surfaces/places.ts';
import { circleThrough } from './circle.ts';

const spot = (place: Vector3): Spot => ({ scan: 1, point: place.toArray(), normal: [0, 0, 1] });

test('three points of a tilted circle give its diameter and centre', () => {
  const turn = new Quaternion().setFromAxisAngle(new Vector3(1, 2, 3).normalize(), 1.1);
  const centre = new Vector3(12, -4, 30);
  for (const angles of [
    [0, 2, 4],
    [0, 0.3, 0.5],
    [5, 1, 3.2],
  ]) {
    const spots = angles.map((angle) =>
      spot(new Vector3(Math.cos(angle) * 2.1, Math.sin(angle) * 2.1, 0).applyQuaternion(turn).add(centre)),
    );
    const found = circleThrough(spots);
    expect(found?.diameter).toBeCloseTo(4.2, 6);
    expect(new Vector3(...(found?.centre ?? [])).distanceTo(centre)).toBeLessThan(1e-6);
    for (const place of found?.outline ?? [])
      expect(new Vector3(...place).distanceTo(centre)).toBeCloseTo(2.1, 6);
  }
});

test('points on one line or at one place have no circle', () => {
  const along = (share: number) => spot(new Vector3(1, 1, 1).multiplyScalar(share));
  expect(circleThrough([along(0), along(1), along(5)])).toBeNull();
  expect(circleThrough([along(1), along(1), along(2)])).toBeNull();
  expect(circleThrough([along(1), along(1), along(1)])).toBeNull();
});
