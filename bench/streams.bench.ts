/**
 * Open event streams: the memory of each, and the latency of a change to a thousand people, also across two processes;
 * compared with a bare `node:http`, and nchan in nginx where Debian's libnginx-mod-nchan is installed.
 */
import { ACTION_ID_HEADER } from '@cusp/contract/endpoint';
import { prepareGround, serve, serveCusp } from './support/cusp.ts';
import { fill } from './support/fill.ts';
import { serveNchan } from './support/nchan.ts';
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
// As browsers send it; nchan requires it.
const headers = tokens.map((token) => ({ authorization: `Bearer ${token}`, accept: 'text/event-stream' }));
const [owner = ''] = tokens;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Memory per idle stream of a server, in kB. */
async function memoryPerStream(url: string, pid = 0): Promise<number> {
  const many = Array.from({ length: STREAMS }, (_, at) => headers[at % headers.length] ?? {});
  // The first streams include one-time costs.
  const warm = await openStreams(url, many.slice(0, 500), () => {});
  await pause(2000);
  const before = memoryOf(pid);
  const streams = await openStreams(url, many.slice(500), () => {});
  await pause(5000);
  const grown = memoryOf(pid) - before;
  streams.close();
  warm.close();
  await pause(2000);
  return (grown * 1024) / (STREAMS - 500);
}

/** Milliseconds from each publishing until the last receiver has it. */
async function untilTheLast(url: string, publish: (mark: string) => Promise<Response>): Promise<number[]> {
  const waiting = new Map<string, { left: number; done: () => void }>();
  const streams = await openStreams(url, headers, (text) => {
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

/** Renaming the group sends an event to all its people. */
const rename = (site: string) => (mark: string) =>
  fetch(`${site}/heclore/v1/group/${groupId}/edit/`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${owner}`,
      'content-type': 'application/json',
      [ACTION_ID_HEADER]: mark,
    },
    body: JSON.stringify({ name: `Group ${mark}` }),
  });

/** The same change as published to the other servers. */
const changeOf = (mark: string) =>
  `{"id":1,"name":"sharegroup_modified","at":"2026-01-01T00:00:00.000Z","case_id":null,"actor_id":1,"action_id":"${mark}","ids":{}}`;
const post = (url: string, body: string) => fetch(url, { method: 'POST', body });

interface Outcome {
  name: string;
  kb: number;
  ms: number[];
}

async function measureBare(): Promise<Outcome> {
  const bare = await serve(['bench/support/bare-sse.ts'], {});
  const kb = await memoryPerStream(`${bare.url}/events`, bare.process.pid);
  const ms = await untilTheLast(`${bare.url}/events`, (mark) =>
    post(`${bare.url}/publish`, `id: 1\nevent: sharegroup_modified\ndata: ${changeOf(mark)}\n\n`),
  );
  await bare.stop();
  return { name: 'bare', kb, ms };
}

async function measureNchan(): Promise<Outcome | null> {
  const nchan = await serveNchan();
  if (!nchan) return null;
  const kb = await memoryPerStream(`${nchan.url}/events`, nchan.pid);
  const ms = await untilTheLast(`${nchan.url}/events`, (mark) =>
    post(`${nchan.url}/publish`, changeOf(mark)),
  );
  await nchan.stop();
  return { name: 'nchan', kb, ms };
}

const bare = await measureBare();
const nchan = await measureNchan();

const served = await serveCusp(ground);
const streamsOf = (site: string) => `${site}/heclore/events/`;
const cusp: Outcome = {
  name: 'Cusp',
  kb: await memoryPerStream(streamsOf(served.url), served.process.pid),
  ms: await untilTheLast(streamsOf(served.url), rename(served.url)),
};

const second = await serveCusp(ground);
const crossMs = await untilTheLast(streamsOf(second.url), rename(served.url));
await second.stop();
await served.stop();
await ground.end();

const outcomes = [bare, ...(nchan ? [nchan] : []), cusp];
const row = (what: string, of: (outcome: Outcome) => number, wanted = '') => [
  what,
  ...outcomes.map((outcome) => round(of(outcome), 1)),
  `${round(of(cusp) / of(bare))}${wanted}`,
];
console.info(`${STREAMS} idle streams; ${CHANGES} changes, each for ${RECEIVERS} people`);
console.info(nchan ? '' : 'nchan is not installed here: it is skipped\n');
table(
  ['', ...outcomes.map(({ name }) => name), 'Cusp / bare'],
  [
    row('kB of memory a stream', ({ kb }) => kb, ' (wanted <= 2)'),
    row('ms to the last, p50', ({ ms }) => percentile(ms, 0.5)),
    row('ms to the last, p99', ({ ms }) => percentile(ms, 0.99), ' (wanted <= 2)'),
  ],
);
console.info(
  `\nthrough a second process: median ${round(median(crossMs), 1)} ms, p99 ${round(percentile(crossMs, 0.99), 1)} ms (wanted <= 100)`,
);
