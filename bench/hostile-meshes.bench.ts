/** Ten thousand damaged scans against the readers, as the viewer and the light-copy job use them. */
import { Worker } from 'node:worker_threads';
import { generateJaw } from '@cusp/fixtures/jaw';
import { writeObj, writePly, writeStl } from '@cusp/fixtures/write-mesh';
import { MeshError } from '@cusp/mesh/mesh';
import { parseMesh } from '@cusp/mesh/parse-mesh';
import { withNormals } from '@cusp/mesh/smooth-normals';
import { damaged, type GoodFile, smallMeshes } from '@cusp/mesh/test-damage';
import { weld } from '@cusp/mesh/weld';
import { buildLightCopy } from '../server/src/modules/light-copies/build-light-copy.ts';
import { sampleDamage } from './support/damage.ts';
import { asciiPly, asciiStl } from './support/mesh-texts.ts';
import { countArrays, setAsideBy } from './support/set-aside.ts';
import { round, table } from './support/table.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 10_000);
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const TRIANGLES = 3_000;
/** Goals: longest time for a file in ms, and largest allocation as a multiple of its bytes. */
const LONGEST = 10_000;
const MAX_TIMES = 8;
/** Below this size fixed costs outweigh the file. */
const SMALL = 4096;

const { mesh } = generateJaw({ jaw: 'lower', seed: 5, triangles: TRIANGLES, prepared: [] });
const good: GoodFile[] = [
  ...smallMeshes.filter(([extension]) => extension !== 'xyz'),
  ['stl', writeStl(mesh)],
  ['stl', asciiStl(mesh)],
  ['ply', writePly(mesh)],
  ['ply', asciiPly(mesh)],
  ['obj', writeObj(mesh)],
];
/** Files with contents or declared sizes that no scan has. */
const crafted: GoodFile[] = [
  ['stl', promising(writeStl(mesh), 4_000_000_000)],
  ['stl', promising(new Uint8Array(84), 4_000_000_000)],
  [
    'ply',
    new TextEncoder().encode(
      'ply\nformat ascii 1.0\nelement vertex 4000000000\nproperty float x\nproperty float y\nproperty float z\nend_header\n',
    ),
  ],
  ['stl', infinite(writeStl(mesh), Number.NaN)],
  ['stl', infinite(writeStl(mesh), Number.POSITIVE_INFINITY)],
];

function promising(bytes: Uint8Array, triangles: number): Uint8Array {
  const out = Uint8Array.from(bytes);
  new DataView(out.buffer).setUint32(80, triangles, true);
  return out;
}

function infinite(bytes: Uint8Array, value: number): Uint8Array {
  const out = Uint8Array.from(bytes);
  new DataView(out.buffer).setFloat32(84 + 12, value, true);
  return out;
}

interface Seen {
  files: number;
  read: number;
  refused: number;
  slowest: number;
  most: number;
}
const WAYS = {
  viewer: (bytes: Uint8Array, extension: string) => void withNormals(weld(parseMesh(bytes, extension))),
  'light copy': (bytes: Uint8Array, extension: string) => buildLightCopy(bytes, extension),
};
const seen = new Map<string, Seen>();
const reasons = new Map<string, number>();
const crashes: string[] = [];

async function take(label: string, bytes: Uint8Array, extension: string): Promise<void> {
  for (const [way, work] of Object.entries(WAYS)) {
    const key = `${label}, ${way}`;
    const row = seen.get(key) ?? { files: 0, read: 0, refused: 0, slowest: 0, most: 0 };
    seen.set(key, row);
    row.files += 1;
    const start = performance.now();
    let outcome = 'read';
    const aside = await setAsideBy(async () => {
      try {
        await work(bytes, extension);
      } catch (error) {
        if (error instanceof MeshError) outcome = error.code;
        else crashes.push(`${key}: ${error}`);
      }
    });
    Atomics.add(beats, 0, 1);
    if (outcome === 'read') row.read += 1;
    else {
      row.refused += 1;
      reasons.set(outcome, (reasons.get(outcome) ?? 0) + 1);
    }
    row.slowest = Math.max(row.slowest, performance.now() - start);
    row.most = Math.max(row.most, aside / Math.max(bytes.length, SMALL));
  }
}

/** Ends this process with a message if a file takes too long, because its own thread is blocked then. */
const beats = new Int32Array(new SharedArrayBuffer(4));
const watchdog = new Worker(
  `const { workerData } = require('node:worker_threads');
   for (let last = -1; ; ) {
     const now = Atomics.load(workerData.beats, 0);
     if (now === last) { console.error('a file takes longer than ${LONGEST} ms, seed ${SEED}'); process.kill(process.pid, 'SIGKILL'); }
     last = now;
     Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${LONGEST});
   }`,
  { eval: true, workerData: { beats } },
);

console.info(`${ROUNDS} damaged files, seed ${SEED}\n`);
await buildLightCopy(writeStl(mesh), 'stl');
countArrays();
for (const [extension, bytes] of good) await take(`sound ${extension}`, bytes, extension);
for (const [extension, bytes] of crafted) await take('crafted', bytes, extension);
for (const [[extension, bytes], changes] of sampleDamage(good, ROUNDS, SEED))
  await take(`damaged ${extension}`, damaged(bytes, changes), extension);

table(
  ['', 'files', 'read', 'refused', 'slowest ms', 'arrays set aside, times the file'],
  [...seen].map(([key, { files, read, refused, slowest, most }]) => [
    key,
    files,
    read,
    refused,
    round(slowest, 0),
    round(most, 1),
  ]),
);
console.info(
  `\nrefused for: ${[...reasons]
    .toSorted((a, b) => b[1] - a[1])
    .map(([code, count]) => `${code} ${count}`)
    .join(', ')}`,
);
console.info(`memory of the process at most ${round(process.resourceUsage().maxRSS / 1024, 0)} MiB`);
const tooMuch = [...seen].filter(([, { most, slowest }]) => most > MAX_TIMES || slowest > LONGEST);
for (const crash of crashes.slice(0, 5)) console.error(crash);
await watchdog.terminate();
if (crashes.length > 0 || tooMuch.length > 0)
  throw new Error(
    `${crashes.length} crashed; beyond the limits: ${tooMuch.map(([key]) => key).join('; ') || 'none'}`,
  );
