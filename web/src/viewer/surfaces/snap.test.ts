import { Vector3 } from 'three';
import { expect, test } from 'vitest';
import type { Spot } from './places.ts';
import { ball, box, kept, scanOf, tube } from './shapes.testing.ts';
import { type SnapTo, snap } from './snap.ts';
import { surfaceOf } from './surface.ts';

const surfaces = kept(scanOf(1, box(10, 8)), scanOf(2, ball(10)), scanOf(3, tube(5, 8)));

const snapped = (scan: number, place: [number, number, number], to: SnapTo, reach = 1) => {
  const spot: Spot = { scan, point: place, normal: [0, 0, 1] };
  return snap(surfaces, { spot, to, reach });
};
const near = (spot: Spot, ...place: [number, number, number]) =>
  expect(new Vector3(...spot.point).distanceTo(new Vector3(...place))).toBeLessThan(1e-5);

test('a spot near the rim of a box snaps to the rim, not to edges within flat faces', () => {
  near(snapped(1, [4.6, 1.03, 5], 'edge'), 5, 1.03, 5);
  near(snapped(1, [1.1, 1.03, 5], 'edge'), 1.1, 1.03, 5);
});

test('the border of an open tube is an edge', () => {
  const { point } = snapped(3, [5, 3.8, 0], 'edge');
  expect(point[1]).toBeCloseTo(4, 5);
});

test('a smooth surface has no edge to snap to', () => {
  const spot = snapped(2, [0, 0, 10], 'edge');
  near(spot, 0, 0, 10);
});

test('faces without area, which scanners write, make no edge in a flat place', () => {
  // A square of two faces, halved by a sliver along its diagonal, with collapsed faces at the diagonal and at a corner.
  const corners = [0, 0, 0, 8, 0, 0, 8, 8, 0, 0, 8, 0, 4, 4, 0];
  const faces = [0, 1, 2, 0, 2, 4, 0, 4, 3, 4, 2, 3, 0, 0, 4, 4, 4, 4];
  const flat = kept(surfaceOf(1, Float32Array.from(corners), Uint32Array.from(faces)));
  const spot: Spot = { scan: 1, point: [2.2, 2, 0], normal: [0, 0, 1] };
  near(snap(flat, { spot, to: 'edge', reach: 1 }), 2.2, 2, 0);
  const atRim = { ...spot, point: [2.2, 0.5, 0] } as const;
  near(snap(flat, { spot: atRim, to: 'edge', reach: 1 }), 2.2, 0, 0);
});

test('a spot snaps to the nearest vertex within reach and keeps its side', () => {
  const spot = snapped(1, [1.2, 1.3, 5], 'vertex');
  near(spot, 1.25, 1.25, 5);
  expect(spot.normal).toEqual([0, 0, 1]);
});

test('a spot out of reach or on a removed scan does not move', () => {
  near(snapped(1, [3, 1.03, 5], 'edge', 0.5), 3, 1.03, 5);
  near(snapped(9, [1, 2, 3], 'vertex'), 1, 2, 3);
});

test('a spot on a thin wall does not snap through it, whichever way the faces are wound', () => {
  // Below the coarse top of a plate of 0.4 mm is a fine underside, with a vertex right under the spot.
  const top = [-8, -8, 0, 8, -8, 0, 8, 8, 0, -8, 8, 0];
  const under = [-8, -8, -0.4, 8, -8, -0.4, 8, 8, -0.4, -8, 8, -0.4, 0, 0, -0.4];
  const faces = [0, 1, 2, 0, 2, 3, 8, 5, 4, 8, 6, 5, 8, 7, 6, 8, 4, 7];
  for (const wound of [faces, faces.toReversed()]) {
    const plate = kept(surfaceOf(1, Float32Array.from([...top, ...under]), Uint32Array.from(wound)));
    const spot: Spot = { scan: 1, point: [0, 0.1, 0], normal: [0, 0, 1] };
    near(snap(plate, { spot, to: 'vertex', reach: 1 }), 0, 0.1, 0);
    const below: Spot = { scan: 1, point: [0, 0.1, -0.4], normal: [0, 0, -1] };
    near(snap(plate, { spot: below, to: 'vertex', reach: 1 }), 0, 0, -0.4);
  }
});

test('nothing snaps to a part that is cut away', () => {
  const spot: Spot = { scan: 1, point: [1.2, 1.3, 5], normal: [0, 0, 1] };
  const removed = { origin: [1.22, 0, 0], normal: [1, 0, 0] } as const;
  near(snap(surfaces, { spot, to: 'vertex', reach: 1.5, removed }), 0, 1.25, 5);
});
