/**
 * Two processes on one database are restarted in turn, as in an update, while people keep streams open and others
 * write. Requests go to either process, and to the other one if a connection is refused, like a proxy. Each
 * acknowledged change must reach each stream of its group, and no request may fail.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { ACTION_ID_HEADER } from '@cusp/contract/endpoint';
import { freePort } from '@cusp/local-postgres/free-port';
import { prepareGround, serveCusp } from './support/cusp.ts';
import { fill } from './support/fill.ts';
import { groupOf, peopleOf, tokensOf } from './support/people.ts';
import { table } from './support/table.ts';

const STREAMS = Number(process.env.STREAMS ?? 500);
const GROUP = 50;
const WRITES_PER_SECOND = Number(process.env.WRITES ?? 50);
/** Number of restarts of each process. */
const ROUNDS = Number(process.env.ROUNDS ?? 2);

const ground = await prepareGround();
await fill(ground, 2_000, 100);
const people = (await peopleOf(ground)).slice(0, STREAMS);
const tokens = await tokensOf(ground, people);
const groups: { id: number; first: number }[] = [];
for (let first = 0; first < people.length; first += GROUP)
  groups.push({ id: await groupOf(ground, people.slice(first, first + GROUP)), first });

const ports = [await freePort(), await freePort()];
const start = (port: number) => serveCusp(ground, { PORT: String(port) });
const processes = [await start(ports[0] ?? 0), await start(ports[1] ?? 0)];

let turn = 0;
const counts = { writes: 0, cut: 0, failed: 0, reconnects: 0, resyncs: 0 };
let isOver = false;

/**
 * Asks one process after the other until one accepts the connection. A cut request is repeated, as the browser does.
 */
async function ask(path: string, init: RequestInit): Promise<Response> {
  for (;;) {
    const port = ports[turn++ % ports.length];
    try {
      const reply = await fetch(`http://127.0.0.1:${port}/heclore${path}`, init);
      if (reply.status >= 500) {
        counts.failed += 1;
        console.error(`${path}: ${reply.status}`);
      }
      return reply;
    } catch (error) {
      const { cause } = error as { cause?: { code?: string } };
      if (cause?.code === 'ECONNREFUSED') await pause(5);
      else counts.cut += 1;
    }
  }
}

/** Events that each person's streams have delivered, over all reconnections. */
const heard: Set<string>[] = people.map(() => new Set());

async function keepListening(at: number): Promise<void> {
  let last = '';
  for (let opened = 0; !isOver; opened += 1) {
    if (opened > 0) counts.reconnects += 1;
    const reply = await ask('/events/', {
      headers: {
        authorization: `Bearer ${tokens[at]}`,
        accept: 'text/event-stream',
        ...(last ? { 'last-event-id': last } : {}),
      },
    });
    let rest = '';
    try {
      for await (const text of (reply.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
        const lines = (rest + text).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) {
          if (line.startsWith('id:')) last = line.slice(3).trim();
          if (/^event: ?resync/.test(line)) counts.resyncs += 1;
          const [, mark] = /"action_id":"(bench-\d+)"/.exec(line) ?? [];
          if (mark) heard[at]?.add(mark);
        }
      }
    } catch {
      // The stream was cut; a new one continues from the last event.
    }
    await pause(20);
  }
}

const written: { mark: string; first: number }[] = [];

async function write(number: number): Promise<void> {
  const group = groups[number % groups.length];
  if (!group) return;
  const mark = `bench-${number}`;
  const reply = await ask(`/v1/group/${group.id}/edit/`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${tokens[group.first]}`,
      'content-type': 'application/json',
      [ACTION_ID_HEADER]: mark,
    },
    body: JSON.stringify({ name: `Group ${number}` }),
  });
  await reply.text();
  if (reply.ok) written.push({ mark, first: group.first });
  else console.error(`${mark}: ${reply.status}`);
  counts.writes += 1;
}

const listeners = people.map((_, at) => keepListening(at));
await pause(5000);
const running: Promise<void>[] = [];
let number = 0;
const pace = setInterval(() => running.push(write(number++)), 1000 / WRITES_PER_SECOND);
await pause(2000);
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [at, port] of ports.entries()) {
    await processes[at]?.stop();
    processes[at] = await start(port);
    await pause(2000);
  }
}
clearInterval(pace);
await Promise.all(running);

/** Waits until everything has arrived, or until arrivals stop. */
const lost = () =>
  written.flatMap(({ mark, first }) => heard.slice(first, first + GROUP).filter((marks) => !marks.has(mark)))
    .length;
for (let left = lost(), still = 0; left > 0 && still < 20; still += 1) {
  await pause(500);
  const now = lost();
  if (now < left) still = 0;
  left = now;
}
const missing = lost();
isOver = true;
for (const served of processes) await served.stop();
await Promise.race([Promise.all(listeners), pause(1000)]);
await ground.end();

table(
  ['', ''],
  [
    ['restarts', ROUNDS * ports.length],
    ['streams', people.length],
    ['changes', written.length],
    ['events that should arrive', written.length * GROUP],
    ['events lost', missing],
    ['streams opened again', counts.reconnects],
    ['resyncs', counts.resyncs],
    ['replies 5xx', counts.failed],
    ['requests cut and repeated', counts.cut],
  ],
);
process.exit(missing + counts.failed > 0 ? 1 : 0);
