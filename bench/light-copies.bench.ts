/** How much making light copies slows down other requests. */
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { uploadFile } from '../server/src/modules/files/upload-file.ts';
import { readConfig } from '../server/src/platform/config/config.ts';
import { internalActor } from '../server/src/platform/http/actor.ts';
import { createLogger, startServices } from '../server/src/start-services.ts';
import { prepareGround, serveCusp } from './support/cusp.ts';
import { fill } from './support/fill.ts';
import { load } from './support/load.ts';
import { recordReplies } from './support/record.ts';
import { benchScans } from './support/scans.ts';
import { median, round, table } from './support/table.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
/** Enough that a copy is always being made. */
const COPIES_A_ROUND = 8;
const LIST = '/heclore/v1/cases/?page=1';

const ground = await prepareGround();
const { dentistId, labId, caseIds } = await fill(ground, 20_000, 500);
const [jaw] = await benchScans(ground.dataDir);
const { token } = await recordReplies(ground, labId, [LIST]);
const config = readConfig({ DATA_DIR: ground.dataDir, SECRET_KEY: ground.secret });
const { services, close } = await startServices(config, ground.urls, createLogger('silent'), { work: false });
// Closed cases accept no files.
await services.db.updateTable('dental_case').set({ status: 'OPEN' }).where('id', 'in', caseIds).execute();
const cusp = await serveCusp(ground);

/** Another process receives the scans, so that the measured one only makes copies. */
async function addScans(): Promise<void> {
  for (let at = 0; at < COPIES_A_ROUND; at += 1) {
    await uploadFile(services, internalActor(dentistId), caseIds[at] ?? 0, async () => ({
      filename: `${randomUUID()}-upper.stl`,
      bytes: createReadStream(jaw?.path ?? ''),
    }));
  }
}

const copiesMade = async () => {
  const { count } = await services.db
    .selectFrom('light_copy')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('storage_key', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
};

async function untilMade(count: number): Promise<void> {
  while ((await copiesMade()) < count) await new Promise((resolve) => setTimeout(resolve, 500));
}

/** Requests the list at a rate below the server's capacity. */
const others = () => load(cusp.url + LIST, { seconds: 6, connections: 4, token, rate: 100 });
const calm: number[] = [];
const busy: number[] = [];
let made = 0;
for (let go = 1; go <= ROUNDS; go += 1) {
  calm.push((await others()).p99);
  await addScans();
  const before = await copiesMade();
  busy.push((await others()).p99);
  made += (await copiesMade()) - before;
  await untilMade(go * COPIES_A_ROUND);
}
console.info(
  `100 lists a second, p99 in milliseconds, medians of ${ROUNDS}; ${made} copies made meanwhile\n`,
);
table(
  ['nothing else', 'while copies of 22 MB scans are made', 'times'],
  [[median(calm), median(busy), round(median(busy.map((each, at) => each / (calm[at] ?? 1))))]],
);
await cusp.stop();
await close();
await ground.end();
