/** Latency from one person's change to the other person's event, with a thousand open streams. */
import { ACTION_ID_HEADER } from '@cusp/contract/endpoint';
import { prepareGround, serveCusp } from './support/cusp.ts';
import { fill } from './support/fill.ts';
import { peopleOf, tokensOf } from './support/people.ts';
import { openStreams } from './support/streams.ts';
import { median, percentile, round, table } from './support/table.ts';

const STREAMS = Number(process.env.STREAMS ?? 1000);
const CHANGES = Number(process.env.CHANGES ?? 300);

const ground = await prepareGround();
const { dentistId, labId, caseIds } = await fill(ground, 20_000, 500);
const others = (await peopleOf(ground)).filter((id) => id !== dentistId && id !== labId);
const tokens = await tokensOf(ground, [labId, ...others.slice(0, STREAMS - 1)]);
const [dentist] = await tokensOf(ground, [dentistId]);
const cusp = await serveCusp(ground);

const seen = new Map<string, number>();
const headers = tokens.map((token) => ({ authorization: `Bearer ${token}` }));
const streams = await openStreams(`${cusp.url}/heclore/events/`, headers, (text) => {
  const actionId = /"action_id":"(bench-\d+)"/.exec(text)?.[1];
  if (actionId) seen.set(actionId, performance.now());
});

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

streams.close();
await cusp.stop();
await ground.end();

async function until(condition: () => boolean): Promise<void> {
  const giveUp = performance.now() + 60_000;
  while (!condition()) {
    if (performance.now() > giveUp) throw new Error('waited for a minute');
    await new Promise((resolve) => setImmediate(resolve));
  }
}
