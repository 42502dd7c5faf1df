import fc from 'fast-check';
import { Matrix4, Vector3 } from 'three';
import { expect, test } from 'vitest';
import type { Triple } from './places.ts';
import { kept, neverYields } from './shapes.testing.ts';
import { type Surface, surfaceOf } from './surface.ts';
import { ball, sheet, turned } from './turned-shapes.testing.ts';
import { undercut } from './undercut.ts';

const down: Triple = [0, 0, -1];

async function seen(scan: Surface, path: Triple = down) {
  return undercut(kept(scan), { scan: scan.id, path, deepest: 2 }, neverYields);
}

/** A cone frustum of many rings, closed by a disc above and below. */
function frustum(top: number, bottom: number, height: number): Surface {
  const steps = 20;
  const wall = Array.from({ length: steps + 1 }, (_, i) => {
    const share = i / steps;
    return [top + (bottom - top) * share, height * (1 - share)] as const;
  });
  return turned(1, [[0, height], ...wall, [0, 0]], 180);
}

test('a preparation that widens downwards has an undercut floor only, one that narrows also an undercut wall', async () => {
  const floor = Math.PI * 9;
  expect((await seen(frustum(2, 3, 5))).area).toBeCloseTo(floor, 0);
  const wall = Math.PI * (3 + 2) * Math.hypot(1, 5);
  const narrowing = await seen(frustum(3, 2, 5));
  expect(Math.abs(narrowing.area - wall - Math.PI * 4)).toBeLessThan(0.4);
});

test('the depth is the horizontal distance to the widest line', async () => {
  const scan = frustum(3, 2, 5);
  const { values } = await seen(scan);
  const positions = scan.geometry.getAttribute('position').array;
  for (const [v, value] of values.entries()) {
    const [x, y, z] = positions.slice(v * 3, v * 3 + 3) as unknown as [number, number, number];
    if (z > 4.5 || Number.isNaN(value)) continue;
    expect(Math.abs(value - Math.min(2, 3 - Math.hypot(x, y)))).toBeLessThan(0.07);
  }
});

test('the cap of a mushroom undercuts what is below it, even faces that look upwards', async () => {
  // Cap of radius 3, stem of radius 1, on a plate of radius 5 at height 0.
  const scan = turned(1, [[0, 4], [3, 4], [3, 3], [1, 3], [1, 0], ...plate(1, 5)], 180);
  const { area } = await seen(scan);
  const under = Math.PI * (9 - 1);
  const stem = 2 * Math.PI * 1 * 3;
  expect(Math.abs(area - (under + stem + Math.PI * (9 - 1)))).toBeLessThan(1.2);
});

function plate(from: number, to: number): [number, number][] {
  return Array.from({ length: 80 }, (_, i) => [from + ((to - from) * (i + 1)) / 80, 0]);
}

test('half of a sphere is undercut from any direction and far from the origin', async () => {
  const turn = fc.double({ min: 0, max: 6.28, noNaN: true });
  await fc.assert(
    fc.asyncProperty(
      turn,
      fc.double({ min: -0.95, max: 0.95, noNaN: true }),
      fc.boolean(),
      async (angle, z, flip) => {
        const flatness = Math.sqrt(1 - z * z);
        const path: Triple = [flatness * Math.cos(angle), flatness * Math.sin(angle), z];
        const { area } = await seen(ball(1, 3, [400, -300, 200], flip), path);
        expect(Math.abs(area / (4 * Math.PI * 9) - 0.5)).toBeLessThan(0.03);
      },
    ),
    { numRuns: 6 },
  );
});

test('turning scan and path together changes nothing', async () => {
  const scan = frustum(3, 2, 4);
  const wanted = (await seen(scan)).area;
  const move = new Matrix4().makeRotationAxis(new Vector3(1, 2, 3).normalize(), 0.7);
  const { geometry } = scan;
  const turnedAround = geometry.clone().applyMatrix4(move);
  const other = surfaceOf(
    1,
    turnedAround.getAttribute('position').array as Float32Array,
    turnedAround.getIndex()?.array as Uint32Array,
  );
  const path = new Vector3(...down).transformDirection(move).toArray();
  expect(Math.abs((await seen(other, path)).area - wanted)).toBeLessThan(0.3);
});

test('an open sheet has no undercut from its front and is all undercut from behind', async () => {
  const scan = sheet(1, 5, 20, (x, y) => 0.05 * x * y);
  expect((await seen(scan)).area).toBe(0);
  expect((await seen(scan)).values.every(Number.isNaN)).toBe(true);
  const behind = await seen(scan, [0, 0, 1]);
  expect(behind.values.some(Number.isNaN)).toBe(false);
});

test('a place further below an overhang than the deepest depth has that depth, as the legend says', async () => {
  // A disc with a radius of 6 mm on a stem of 2 mm.
  const { values } = await seen(
    turned(
      1,
      [
        [0, 6],
        [6, 6],
        [6, 5],
        [2, 5],
        [2, 0],
        [0, 0],
      ],
      90,
    ),
  );
  expect(Math.max(...values.filter((value) => !Number.isNaN(value)))).toBe(2);
});
