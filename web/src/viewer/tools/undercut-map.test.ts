import fc from 'fast-check';
import { Vector3 } from 'three';
import { expect, test } from 'vitest';
import { pathOf } from './undercut-map.ts';

// Looking along -z with x to the right, so y is up.
const base = { ahead: [0, 0, -1], right: [1, 0, 0] } as const;
const degrees = fc.integer({ min: -30, max: 30 });

test('a tilt to the right moves the path right, a tilt up moves it up', () => {
  expect(pathOf(base, { side: 0, up: 0 })).toEqual([0, 0, -1]);
  expect(pathOf(base, { side: 10, up: 0 })[0]).toBeCloseTo(Math.sin(Math.PI / 18), 9);
  expect(pathOf(base, { side: 0, up: 10 })[1]).toBeCloseTo(Math.sin(Math.PI / 18), 9);
});

test('a tilt about one axis has its angle, and the path stays a unit vector', () => {
  fc.assert(
    fc.property(degrees, degrees, (side, up) => {
      expect(new Vector3(...pathOf(base, { side, up })).length()).toBeCloseTo(1, 9);
      const turned = new Vector3(...pathOf(base, { side, up: 0 })).angleTo(new Vector3(0, 0, -1));
      expect(turned).toBeCloseTo((Math.abs(side) * Math.PI) / 180, 6);
    }),
  );
});
