/** Open event streams: the memory of each, the way of one change to a thousand people, and across two processes. */
import { ACTION_ID_HEADER } from '@cusp/contract/endpoint';
import { prepareGround, type Served, serve, serveCusp } from './support/cusp.ts';
import { fill } from './support/fill.ts';
import { groupOf, peopleOf, tokensOf } from './support/people.ts';
import { openStreams } from './support/streams.ts';
import { median, percentile, round, table } from './support/table.ts';
import { memoryOf } from './support/transfer.ts';

const STREAMS = Number(process.env.STREAMS ?? 10_000);
const RECEIVERS = 1000;
const CHANGES = Number(process.env.CHANGES ?? 200);
const PAUSE_MS = 40;

const ground = await prepareGround();
await fill(ground, 5_000, 100);
const people = (await peopleOf(ground)).slice(0, RECEIVERS);
const groupId = await groupOf(ground, people);
const tokens = await tokensOf(ground, people);
const headers = tokens.map((token) => ({ authorization: `Bearer ${token}` }));
const [owner = ''] = tokens;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What each of many idle streams adds to the memory of a server, in kB. */
async function memoryPerStream(served: Served, path: string): Promise<number> {
  const many = Array.from({ length: STREAMS }, (_, at) => headers[at % headers.length] ?? {});
  // The first ones pay for what is made once.
  const warm = await openStreams(served.url + path, many.slice(0, 500), () => {});
  await pause(2000);
  const before = memoryOf(served.process.pid ?? 0);
  const streams = await openStreams(served.url + path, many.slice(500), () => {});
  await pause(5000);
  const grown = memoryOf(served.process.pid ?? 0) - before;
  streams.close();
  warm.close();
  await pause(2000);
  return (grown * 1024) / (STREAMS - 500);
}

/** Milliseconds from each publishing until the last receiver has it. */
async function untilTheLast(
  served: Served,
  path: string,
  publish: (mark: string) => Promise<Response>,
): Promise<number[]> {
  const waiting = new Map<string, { left: number; done: () => void }>();
  const streams = await openStreams(served.url + path, headers, (text) => {
    for (const [, mark = ''] of text.matchAll(/"action_id":"(bench-\d+)"/g)) {
      const each = waiting.get(mark);
      if (each && --each.left === 0) each.done();
    }
  });
  const took: number[] = [];
  for (let change = 0; change < CHANGES; change += 1) {
    const mark = `bench-${change}`;
    const arrived = new Promise<void>((done) => waiting.set(mark, { left: RECEIVERS, done }));
    const start = performance.now();
    const reply = await publish(mark);
    if (!reply.ok) throw new Error(`publishing answered ${reply.status}`);
    await arrived;
    took.push(performance.now() - start);
    await pause(PAUSE_MS);
  }
  streams.close();
  return took;
}

/** Renaming the group is a change that all its people are told. */
const rename = (served: Served) => (mark: string) =>
  fetch(`${served.url}/heclore/v1/group/${groupId}/edit/`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${owner}`,
      'content-type': 'application/json',
      [ACTION_ID_HEADER]: mark,
    },
    body: JSON.stringify({ name: `Group ${mark}` }),
  });

const bare = await serve(['bench/support/bare-sse.ts'], {});
const bareKb = await memoryPerStream(bare, '/events');
const bareMs = await untilTheLast(bare, '/events', (mark) =>
  fetch(`${bare.url}/publish`, {
    method: 'POST',
    body: `id: 1\nevent: sharegroup_modified\ndata: {"id":1,"name":"sharegroup_modified","at":"2026-01-01T00:00:00.000Z","case_id":null,"actor_id":1,"action_id":"${mark}","ids":{}}\n\n`,
  }),
);
await bare.stop();

const cusp = await serveCusp(ground);
const cuspKb = await memoryPerStream(cusp, '/heclore/events/');
const cuspMs = await untilTheLast(cusp, '/heclore/events/', rename(cusp));

const second = await serveCusp(ground);
const crossMs = await untilTheLast(second, '/heclore/events/', rename(cusp));
await second.stop();
await cusp.stop();
await ground.end();

console.info(`${STREAMS} idle streams; ${CHANGES} changes, each for ${RECEIVERS} people\n`);
table(
  ['', 'bare', 'Cusp', 'ratio'],
  [
    ['kB of memory a stream', round(bareKb, 1), round(cuspKb, 1), `${round(cuspKb / bareKb)} (wanted <= 2)`],
    ...([0.5, 0.99] as const).map((share) => {
      const [b, c] = [bareMs, cuspMs].map((list) => percentile(list, share)) as [number, number];
      const wanted = share === 0.99 ? ' (wanted <= 2)' : '';
      return [`ms to the last, p${share * 100}`, round(b, 1), round(c, 1), `${round(c / b)}${wanted}`];
    }),
  ],
);
console.info(
  `\nthrough a second process: median ${round(median(crossMs), 1)} ms, p99 ${round(percentile(crossMs, 0.99), 1)} ms (wanted <= 100)`,
);
