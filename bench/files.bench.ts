/** Uploads beside piping the request to disk with sha256, Download All beside serving one file, and memory. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_FILE_BYTES } from '@cusp/contract/file-types';
import { openSession } from '../server/src/modules/identity/sessions.ts';
import { readConfig } from '../server/src/platform/config/config.ts';
import { encodeId } from '../server/src/platform/http/idb64.ts';
import { inTransaction } from '../server/src/platform/work.ts';
import { createLogger, startServices } from '../server/src/start-services.ts';
import { prepareGround, serve, serveCusp } from './support/cusp.ts';
import { fill } from './support/fill.ts';
import { median, round, table } from './support/table.ts';
import { growthOf, memoryOf, processorOf, send, type Taken, take } from './support/transfer.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const ZIP_FILES = 5;
const ZIP_FILE_BYTES = 100_000_000;
const MIB = 1024 * 1024;

const ground = await prepareGround();
const { dentistId, caseIds } = await fill(ground, 200, 20);
const token = await signIn();
const [uploads = 0, bundle = 0] = caseIds;
const folder = join(ground.dataDir, 'plain');
await mkdir(folder);
await writeFile(join(folder, 'one'), Buffer.alloc(ZIP_FILES * ZIP_FILE_BYTES, 0x5a));
const cusp = await serveCusp(ground);
const plain = await serve(['bench/support/plain-files.ts'], { FOLDER: folder });
const pid = cusp.process.pid ?? 0;
const plainPid = plain.process.pid ?? 0;
const cases = `${cusp.url}/heclore/v1/cases`;
const uploadTo = (id: number, bytes: number) => send(`${cases}/${id}/file/`, token, bytes);

/** Elapsed and processor seconds of `work` in process `of`. */
interface Cost {
  clock: number;
  processor: number;
}

async function costOf(of: number, work: () => Promise<unknown>): Promise<Cost> {
  const before = { clock: performance.now(), processor: processorOf(of) };
  await work();
  return { clock: (performance.now() - before.clock) / 1000, processor: processorOf(of) - before.processor };
}

const clock = (costs: Cost[]) => median(costs.map((cost) => cost.clock));
const processor = (costs: Cost[]) => median(costs.map((cost) => cost.processor));
/** Rows of a table: megabytes per second by elapsed and by processor time, and Cusp's share of each. */
function rows(megabytes: number, own: [string, Cost[]], others: [string, Cost[]][]): (string | number)[][] {
  return [own, ...others].map(([name, costs]) => [
    name,
    round(megabytes / clock(costs), 0),
    costs === own[1] ? '' : round(clock(costs) / clock(own[1])),
    round(megabytes / processor(costs), 0),
    costs === own[1] ? '' : round(processor(costs) / processor(own[1])),
  ]);
}
const HEADS = ['', 'MB/s', 'Cusp is', 'MB per processor second', 'Cusp is'];

await uploadTo(uploads, 20 * MIB);
await send(plain.url, token, 20 * MIB);
const took = { cusp: [] as Cost[], plain: [] as Cost[], flushed: [] as Cost[] };
for (let round = 0; round < ROUNDS; round += 1) {
  took.plain.push(await costOf(plainPid, () => send(plain.url, token, MAX_FILE_BYTES)));
  took.cusp.push(await costOf(pid, () => uploadTo(uploads, MAX_FILE_BYTES)));
  took.flushed.push(await costOf(plainPid, () => send(`${plain.url}/?flush`, token, MAX_FILE_BYTES)));
}
console.info(`One upload of 200 MiB, median of ${ROUNDS}, in turn\n`);
table(
  HEADS,
  rows(
    MAX_FILE_BYTES / 1e6,
    ['Cusp', took.cusp],
    [
      ['piped to disk with sha256', took.plain],
      ['the same, flushed', took.flushed],
    ],
  ),
);

for (const at of [1, 2]) {
  const before = memoryOf(pid);
  const growth = await growthOf(pid, () =>
    Promise.all(Array.from({ length: 8 }, () => uploadTo(uploads, MAX_FILE_BYTES))),
  );
  console.info(
    `\n8 uploads of 200 MiB at once (${at}): memory ${round(before, 0)} MiB, + ${round(growth, 0)} MiB`,
  );
}

for (let file = 0; file < ZIP_FILES; file += 1) await uploadTo(bundle, ZIP_FILE_BYTES);
const zips: Cost[] = [];
const files: Cost[] = [];
const firstBytes: number[] = [];
let zipGrowth = 0;
for (let round = 0; round < ROUNDS; round += 1) {
  files.push(await costOf(plainPid, () => take(`${plain.url}/one`, token)));
  const growth = await growthOf(pid, async () => {
    zips.push(
      await costOf(pid, async () => {
        const { firstByteMs, bytes } = await downloadAll();
        if (bytes < ZIP_FILES * ZIP_FILE_BYTES) throw new Error(`the zip has ${bytes} bytes only`);
        firstBytes.push(firstByteMs);
      }),
    );
  });
  zipGrowth = Math.max(zipGrowth, growth);
}
const zipped = (ZIP_FILES * ZIP_FILE_BYTES) / 1e6;
console.info(
  `\nDownload All of ${zipped} MB, median of ${ROUNDS}; first byte after ${round(median(firstBytes), 1)} ms\n`,
);
table(HEADS, rows(zipped, ['Cusp, one zip', zips], [['bare node:http, one file', files]]));
console.info(`\nmemory meanwhile + ${round(zipGrowth, 0)} MiB`);

await plain.stop();
await cusp.stop();
await ground.end();

async function downloadAll(): Promise<Taken> {
  const first = await fetch(`${cases}/${bundle}/files/download/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  const { filename } = (await first.json()) as { filename: string };
  return take(`${cases}/${bundle}/files/download/${encodeId(dentistId)}/?filename=${filename}`, token);
}

async function signIn(): Promise<string> {
  const config = readConfig({ DATA_DIR: ground.dataDir, SECRET_KEY: ground.secret });
  const running = await startServices(config, ground.urls, createLogger('silent'), { work: false });
  const origin = { ip: '127.0.0.1', userAgent: 'bench', requestId: null };
  const { access } = await inTransaction(running.services, origin, (work) => openSession(work, dentistId));
  await running.close();
  return access;
}
