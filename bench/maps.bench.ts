/** CPU time of the distance and undercut maps for two jaws of 440,000 triangles, in one thread. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareMesh } from '../web/src/viewer/loading/prepare-mesh.ts';
import { deviation } from '../web/src/viewer/surfaces/deviation.ts';
import { distances } from '../web/src/viewer/surfaces/distances.ts';
import { patches } from '../web/src/viewer/surfaces/patches.ts';
import { surfaceOf } from '../web/src/viewer/surfaces/surface.ts';
import { topologyOf } from '../web/src/viewer/surfaces/topology.ts';
import { undercut } from '../web/src/viewer/surfaces/undercut.ts';
import { benchScans } from './support/scans.ts';
import { median, round, table } from './support/table.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 3);
const UPPER = 1;
const LOWER = 2;
const alone = { progress: () => undefined, yieldToEventLoop: async () => undefined };

const folder = await mkdtemp(join(tmpdir(), 'cusp-maps-'));
const [jaw] = await benchScans(folder);
if (!jaw) throw new Error('no jaw');
const mesh = prepareMesh(readFileSync(jaw.path), 'stl');
await rm(folder, { recursive: true, force: true });

/** The jaw mirrored downwards, so that the cusps overlap by a millimetre all around the arch. */
function opposite(id: number) {
  const lowest = mesh.bounds.min[2];
  const turned = mesh.positions.map((value, i) => (i % 3 === 2 ? 2 * lowest + 1 - value : value));
  // Mirroring turns faces inside out.
  return surfaceOf(id, turned, mesh.indices.toReversed());
}

const times = new Map<string, number[]>();
async function timed<Value>(name: string, work: () => Value | Promise<Value>): Promise<Value> {
  const start = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(start);
  times.set(name, [...(times.get(name) ?? []), (user + system) / 1000]);
  return value;
}

for (let go = 0; go < ROUNDS; go += 1) {
  const upper = await timed('tree of one jaw', () => surfaceOf(UPPER, mesh.positions, mesh.indices.slice()));
  const lower = opposite(LOWER);
  const surfaces = new Map([
    [UPPER, upper],
    [LOWER, lower],
  ]);
  await timed('topology of one jaw', () => topologyOf(upper));
  topologyOf(lower);
  const ask = { scan: UPPER, to: [LOWER], reach: 2, isBite: true };
  const { values } = await timed('contact map, upper to lower', () => distances(surfaces, ask, alone));
  await timed('contact map, lower to upper', () =>
    distances(surfaces, { ...ask, scan: LOWER, to: [UPPER] }, alone),
  );
  const found = await timed('contact areas of one jaw', () =>
    patches(surfaces, { scan: UPPER, values, upTo: 0.1 }),
  );
  const older = new Map(surfaces).set(LOWER, surfaceOf(LOWER, mesh.positions.slice(), mesh.indices.slice()));
  const map = await timed('distance map of two versions', () =>
    distances(older, { scan: UPPER, to: [LOWER], reach: 2, isBite: false }, alone),
  );
  await timed('deviation in numbers', () => deviation(older, { scan: UPPER, values: map.values }));
  const path = await timed('undercut of one jaw', () =>
    undercut(surfaces, { scan: UPPER, path: [0, 0, 1], deepest: 2 }, alone),
  );
  if (go === 0) {
    const near = values.filter((value) => !Number.isNaN(value)).length;
    console.info(
      `${jaw.name}: ${mesh.triangles} triangles, ${values.length} vertices, ${near} of them within 2 mm;`,
      `${found.count} contacts of ${round(found.area)} mm², undercut ${round(path.area, 0)} mm²\n`,
    );
  }
}
table(
  ['', `processor seconds, median of ${ROUNDS}`],
  [...times].map(([name, list]) => [name, round(median(list) / 1000)]),
);
