import { Vector3 } from 'three';
import { expect, test } from 'vitest';
import { nearest } from './nearest.ts';
import { ball, kept, scanOf } from './shapes.testing.ts';

const surfaces = kept(scanOf(2, ball(10)));

test('nearest finds the closest place within reach, with the normal on the side of the spot', () => {
  for (const side of [1, -1]) {
    const spot = { scan: 2, point: [0, 10.04, 0], normal: [0, side, 0] } as const;
    const found = nearest(surfaces, { spot, reach: 0.1 });
    expect(found?.scan).toBe(2);
    expect(new Vector3(...(found?.point ?? [])).distanceTo(new Vector3(0, 10, 0))).toBeLessThan(0.05);
    expect((found?.normal[1] ?? 0) * side).toBeGreaterThan(0.95);
  }
});

test('nearest finds nothing out of reach or on a removed scan', () => {
  const spot = { scan: 2, point: [0, 10.2, 0], normal: [0, 1, 0] } as const;
  expect(nearest(surfaces, { spot, reach: 0.1 })).toBeNull();
  expect(nearest(surfaces, { spot: { ...spot, scan: 1 }, reach: 10 })).toBeNull();
});
