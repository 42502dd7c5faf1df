import fc from 'fast-check';
import { DoubleSide, Mesh, MeshBasicMaterial, Raycaster, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { type PickAsk, pick } from './pick.ts';
import { type Surface, surfaceOf } from './surface.ts';

// Uniform in space, because on the very edge of a triangle both answers are right.
const near = fc.noBias(fc.integer({ min: -40_000_000, max: 40_000_000 })).map((value) => value / 1_000_000);
const point = fc.tuple(near, near, near);
const triangles = fc.array(fc.tuple(point, point, point).filter(hasArea), { minLength: 1, maxLength: 60 });

function hasArea(corners: [number, number, number][]): boolean {
  const [a, b, c] = corners.map((corner) => new Vector3(...corner)) as [Vector3, Vector3, Vector3];
  return b.sub(a).cross(c.sub(a)).length() > 1;
}

function surface(id: number, corners: number[][][]): Surface {
  const positions = Float32Array.from(corners.flat(2));
  return surfaceOf(
    id,
    positions,
    Uint32Array.from({ length: positions.length / 3 }, (_, i) => i),
  );
}

const kept = (...surfaces: Surface[]) => new Map(surfaces.map((each) => [each.id, each]));
const floor = (id: number, z: number) =>
  surface(id, [
    [
      [-10, -10, z],
      [10, -10, z],
      [0, 10, z],
    ],
  ]);
const down: PickAsk = { origin: [0, 0, 50], direction: [0, 0, -1], scans: [1, 2] };

test('pick finds the same spot as a search through all triangles', () => {
  fc.assert(
    fc.property(triangles, triangles, point, point, (some, others, origin, towards) => {
      const direction = new Vector3(...towards).sub(new Vector3(...origin));
      fc.pre(direction.length() > 1);
      direction.normalize();
      const surfaces = [surface(1, some), surface(2, others)];
      const meshes = surfaces.map(({ geometry }) => {
        const mesh = new Mesh(geometry, new MeshBasicMaterial({ side: DoubleSide }));
        mesh.updateMatrixWorld();
        return mesh;
      });
      const wanted = new Raycaster(new Vector3(...origin), direction).intersectObjects(meshes)[0];
      const spot = pick(kept(...surfaces), { origin, direction: direction.toArray(), scans: [1, 2] });
      expect(spot === null).toBe(wanted === undefined);
      if (spot && wanted) expect(new Vector3(...spot.point).distanceTo(wanted.point)).toBeLessThan(1e-3);
    }),
  );
});

test('pick finds the nearest visible scan, with the normal towards the eye from either side', () => {
  const surfaces = kept(floor(1, 0), floor(2, 5));
  expect(pick(surfaces, down)).toMatchObject({ scan: 2, point: [0, 0, 5], normal: [0, 0, 1] });
  expect(pick(surfaces, { ...down, scans: [1] })).toMatchObject({ scan: 1, point: [0, 0, 0] });
  const up = pick(surfaces, { ...down, origin: [0, 0, -50], direction: [0, 0, 1] });
  expect(up).toMatchObject({ scan: 1 });
  expect(up?.normal[2]).toBe(-1);
  expect(pick(surfaces, { ...down, origin: [30, 0, 50] })).toBeNull();
  expect(pick(surfaces, { ...down, scans: [3] })).toBeNull();
});
