/** Many changes: each reaches its audience once and soon, and costs no more than without listeners. */
import { randomUUID } from 'node:crypto';
import { inTransaction } from '../server/src/platform/work.ts';
import { prepareGround, type Served, serveCusp } from './support/cusp.ts';
import { fill } from './support/fill.ts';
import { load } from './support/load.ts';
import { peopleOf, tokensOf, withServices } from './support/people.ts';
import { openStreams } from './support/streams.ts';
import { median, percentile, round, table } from './support/table.ts';

const STREAMS = 200;
const A_SECOND = Number(process.env.A_SECOND ?? 500);
const SECONDS = Number(process.env.SECONDS ?? 60);
const ROUNDS = Number(process.env.ROUNDS ?? 5);

const ground = await prepareGround();
const { dentistId, labId, caseIds } = await fill(ground, 20_000, 500);
const others = (await peopleOf(ground)).filter((id) => id !== dentistId && id !== labId);
const listeners = [labId, ...others.slice(0, STREAMS - 1)];
const tokens = await tokensOf(ground, listeners);
const [dentist = ''] = await tokensOf(ground, [dentistId]);
const headers = tokens.map((token) => ({ authorization: `Bearer ${token}` }));

const cusp = await serveCusp(ground);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

await everyChangeArrives(cusp);
await noSlower(cusp);
await cusp.stop();
await ground.end();

/** Changes committed by another process, each for one of the listeners. */
async function everyChangeArrives(served: Served): Promise<void> {
  const committed = new Map<string, number>();
  const arrived = new Map<string, number[]>();
  const streams = await openStreams(`${served.url}/heclore/events/`, headers, (text) => {
    const now = performance.now();
    for (const [, mark = ''] of text.matchAll(/"action_id":"([0-9a-f-]{36})"/g))
      arrived.set(mark, [...(arrived.get(mark) ?? []), now]);
  });
  let failed = 0;
  await withServices(ground, async (services) => {
    const running = new Set<Promise<void>>();
    const start = performance.now();
    for (let change = 0; change < A_SECOND * SECONDS; change += 1) {
      const wait = start + (change * 1000) / A_SECOND - performance.now();
      if (wait > 1) await pause(wait);
      const mark = randomUUID();
      const userId = listeners[change % listeners.length] ?? 0;
      const actor = { userId: dentistId, sessionId: null, ip: '', requestId: null, actionId: mark };
      const caseId = caseIds[change % caseIds.length];
      const work = inTransaction(services, actor, (work) =>
        work.record({ name: 'post_modified', caseId, audience: [userId] }),
      ).then(
        () => void committed.set(mark, performance.now()),
        () => {
          failed += 1;
        },
      );
      running.add(work);
      void work.finally(() => running.delete(work));
    }
    await Promise.all(running);
    console.info(
      `${committed.size} changes in ${round((performance.now() - start) / 1000, 1)} s (${failed} failed), ${STREAMS} streams`,
    );
    await pause(3000);
  });
  streams.close();
  const lost = [...committed.keys()].filter((mark) => !arrived.has(mark)).length;
  const twice = [...arrived.values()].filter(({ length }) => length > 1).length;
  const took = [...committed].flatMap(([mark, at]) => arrived.get(mark)?.map((then) => then - at) ?? []);
  table(
    ['', 'lost', 'twice', 'median ms from commit', 'p99'],
    [
      [
        'every change arrives',
        lost,
        twice,
        `${round(median(took), 1)} (wanted <= 30)`,
        round(percentile(took, 0.99), 1),
      ],
    ],
  );
}

/** Comments per second with and without these open streams, in turn. */
async function noSlower(served: Served): Promise<void> {
  const url = `${served.url}/heclore/v1/cases/${caseIds[1]}/comment/`;
  const post = () =>
    load(url, { seconds: 4, connections: 8, token: dentist, body: { comment: 'The margin is clear.' } });
  await post();
  const alone: number[] = [];
  const heard: number[] = [];
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    alone.push((await post()).rate);
    const streams = await openStreams(`${served.url}/heclore/events/`, headers, () => {});
    heard.push((await post()).rate);
    streams.close();
  }
  console.info('');
  table(
    ['comments a second', 'nobody listens', `${STREAMS} streams`, 'ratio'],
    [
      [
        'medians',
        round(median(alone), 0),
        round(median(heard), 0),
        `${round(median(heard) / median(alone))} (wanted >= 0.95)`,
      ],
    ],
  );
}
