/** From one person's change to the other person's event, while a thousand streams are open. */
import { request } from 'node:http';
import { ACTION_ID_HEADER } from '@cusp/contract/endpoint';
import { openSession } from '../server/src/modules/identity/sessions.ts';
import { readConfig } from '../server/src/platform/config/config.ts';
import { transact } from '../server/src/platform/db/database.ts';
import { createLogger, startServices } from '../server/src/services.ts';
import { prepareGround, serveCusp } from './support/cusp.ts';
import { fill } from './support/fill.ts';
import { median, percentile, round, table } from './support/table.ts';

const STREAMS = Number(process.env.STREAMS ?? 1000);
const CHANGES = Number(process.env.CHANGES ?? 300);

const ground = await prepareGround();
const { dentistId, labId, caseIds } = await fill(ground, 20_000, 500);
const { tokens, dentist } = await signInEverybody();
const cusp = await serveCusp(ground);

const seen = new Map<string, number>();
let open = 0;
const streams = tokens.map((token) => openStream(token));
await until(() => open === STREAMS);

const took: number[] = [];
for (let change = 0; change < CHANGES; change += 1) {
  const actionId = `bench-${change}`;
  const start = performance.now();
  const reply = await fetch(`${cusp.url}/heclore/v1/cases/${caseIds[change % caseIds.length]}/comment/`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${dentist}`,
      'content-type': 'application/json',
      [ACTION_ID_HEADER]: actionId,
    },
    body: JSON.stringify({ comment: `Change ${change}` }),
  });
  if (!reply.ok) throw new Error(`comment answered ${reply.status}`);
  await until(() => seen.has(actionId));
  took.push((seen.get(actionId) ?? 0) - start);
  await new Promise((resolve) => setTimeout(resolve, 20));
}
console.info(
  `${CHANGES} comments, ${STREAMS} open streams; milliseconds from sending to the other person’s event\n`,
);
table(
  ['', 'median', 'p90', 'p99'],
  [
    [
      'comment added',
      round(median(took), 1),
      round(percentile(took, 0.9), 1),
      round(percentile(took, 0.99), 1),
    ],
  ],
);

for (const stream of streams) stream.destroy();
await cusp.stop();
await ground.end();

/** Sessions of the lab, which waits for the events, and of everybody else who only keeps a stream open. */
async function signInEverybody(): Promise<{ tokens: string[]; dentist: string }> {
  const config = readConfig({ DATA_DIR: ground.dataDir, SECRET_KEY: ground.secret });
  const running = await startServices(config, ground.urls, createLogger('silent'), { work: false });
  const { services } = running;
  const origin = { ip: '127.0.0.1', userAgent: 'bench', requestId: null };
  const enter = async (userId: number) =>
    (await transact(services.db, (tx) => openSession(tx, services, userId, origin))).access;
  const others = await services.db
    .selectFrom('app_user')
    .select('id')
    .where('id', 'not in', [dentistId, labId])
    .limit(STREAMS - 1)
    .execute();
  const result = { tokens: [await enter(labId)], dentist: await enter(dentistId) };
  for (const { id } of others) result.tokens.push(await enter(id));
  await running.close();
  return result;
}

function openStream(token: string) {
  const stream = request(`${cusp.url}/heclore/events/`, {
    headers: { authorization: `Bearer ${token}` },
    agent: false,
  });
  stream.on('error', () => {});
  stream.on('response', (reply) => {
    if (reply.statusCode !== 200) throw new Error(`the stream answered ${reply.statusCode}`);
    open += 1;
    reply.setEncoding('utf8');
    reply.on('error', () => {});
    reply.on('data', (text: string) => {
      const actionId = /"action_id":"(bench-\d+)"/.exec(text)?.[1];
      if (actionId) seen.set(actionId, performance.now());
    });
  });
  stream.end();
  return stream;
}

async function until(condition: () => boolean): Promise<void> {
  const giveUp = performance.now() + 60_000;
  while (!condition()) {
    if (performance.now() > giveUp) throw new Error('waited for a minute');
    await new Promise((resolve) => setImmediate(resolve));
  }
}
