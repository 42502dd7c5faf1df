/** Finding the point under the pointer among two million triangles: with the viewer's tree, and with plain three.js. */

import { generateJaw } from '@cusp/fixtures/jaw';
import { weld } from '@cusp/mesh/weld';
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Mesh,
  MeshBasicMaterial,
  Raycaster,
  Vector3,
} from 'three';
import { pick } from '../web/src/viewer/surfaces/pick.ts';
import { surfaceOf } from '../web/src/viewer/surfaces/surface.ts';
import { median, percentile, round, table } from './support/table.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 2000);
/** Few, because searching all triangles is slow. */
const PLAIN_ROUNDS = Math.min(ROUNDS, 15);
const TRIANGLES = 2_000_000;

const { positions, indices, bounds, triangles } = weld(
  generateJaw({ jaw: 'lower', seed: 6, triangles: TRIANGLES, prepared: [] }).mesh,
);
const plain = new BufferGeometry();
plain.setAttribute('position', new BufferAttribute(positions, 3));
plain.setIndex(new BufferAttribute(indices.slice(), 1));
plain.computeBoundingSphere();
const mesh = new Mesh(plain, new MeshBasicMaterial({ side: DoubleSide }));

const began = performance.now();
const surfaces = new Map([[1, surfaceOf(1, positions, indices)]]);
const building = performance.now() - began;

const centre = new Vector3(...bounds.min).add(new Vector3(...bounds.max)).multiplyScalar(0.5);
const size = new Vector3(...bounds.max).sub(new Vector3(...bounds.min));
/** Rays from all around towards points spread over the jaw, the same ones in each run. */
function look(go: number): { origin: Vector3; direction: Vector3 } {
  const spread = (step: number) => ((go * step) % 1) - 0.5;
  const origin = new Vector3(spread(0.618), spread(0.755), spread(0.569))
    .normalize()
    .multiplyScalar(600)
    .add(centre);
  const towards = new Vector3(spread(0.414), spread(0.732), spread(0.236)).multiply(size).add(centre);
  return { origin, direction: towards.sub(origin).normalize() };
}

interface Found {
  ms: number;
  distance: number | undefined;
}

function timed(work: () => number | undefined): Found {
  const start = performance.now();
  const distance = work();
  return { ms: performance.now() - start, distance };
}

const ours = Array.from({ length: ROUNDS }, (_, go) => {
  const { origin, direction } = look(go);
  return timed(() => {
    const spot = pick(surfaces, { origin: origin.toArray(), direction: direction.toArray(), scans: [1] });
    return spot ? new Vector3(...spot.point).distanceTo(origin) : undefined;
  });
});
const theirs = Array.from({ length: PLAIN_ROUNDS }, (_, go) => {
  const { origin, direction } = look(go);
  return timed(() => new Raycaster(origin, direction).intersectObject(mesh)[0]?.distance);
});
for (const [go, { distance = 0 }] of theirs.entries()) {
  if (Math.abs(distance - (ours[go]?.distance ?? 0)) > 0.001)
    throw new Error(`look ${go} finds another point`);
}

const row = (name: string, found: Found[]) => {
  const times = found.map(({ ms }) => ms);
  return [
    name,
    found.length,
    round(median(times), 3),
    round(percentile(times, 0.99), 3),
    round(Math.max(...times), 1),
  ];
};
console.info(
  `${triangles} triangles; the tree is built in ${round(building / 1000)} s, in the worker of the surfaces\n`,
);
table(
  ['', 'looks', 'median ms', 'p99', 'longest'],
  [row('Cusp, by its tree', ours), row('three.js, all triangles', theirs)],
);
const hits = ours.filter(({ distance }) => distance !== undefined).length;
console.info(`\n${hits} of ${ours.length} looks hit; wanted: at most 5 ms a pick`);
