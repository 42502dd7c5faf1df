import { serve } from './cusp.ts';
import { askOnce, openLoads, type Target } from './load.ts';
import { median, percentile, round, table } from './table.ts';

const SECONDS = Number(process.env.SECONDS ?? 4);
/** Number of sequential requests of each kind, in turn; with SECONDS=0 nothing else is measured. */
const ALONE = Number(process.env.ALONE ?? 5);
/** Requests to include, by parts of their names. */
const ONLY = (process.env.ONLY ?? '').split(',');
const RATE = 50;
const WARM_UP_SECONDS = 1;
/** Requests slower than this on their own are not sent 50 times a second, because that would only measure the queue. */
const HOPELESS_MS = 100;
const WANTED = { p99: 60, times: 1.3 };

/**
 * Sends each request at a steady rate to databases of several sizes in turn and prints the times. All sizes run in the
 * same seconds, so their ratio is valid on a busy machine too. The p99 of an idle server measured in the same turns
 * shows what the machine adds to every other p99. The processor time of server and database for each request hardly
 * depends on the machine's other work.
 */
export async function compareSizes(
  sizes: readonly number[],
  requests: readonly string[],
  targetsOf: (request: string) => Promise<readonly Target[]> | readonly Target[],
): Promise<void> {
  const idle = await serve(['bench/support/idle-server.ts'], {});
  const nothing: Target = { urlOf: () => idle.url, token: '' };
  const rows = [];
  for (const name of requests.filter((each) => ONLY.some((part) => each.includes(part)))) {
    const targets = await targetsOf(name);
    const alone = targets.map((): number[] => []);
    for (let count = 0; count < ALONE; count += 1)
      for (const [at, target] of targets.entries()) alone[at]?.push(await askOnce(target));
    const isAlone = SECONDS === 0 || alone.some((times) => median(times) > HOPELESS_MS);
    const steadily = (seconds: number) => openLoads([...targets, nothing], { rate: RATE, seconds });
    if (!isAlone) await steadily(WARM_UP_SECONDS);
    const used = targets.map((target) => target.used?.() ?? 0);
    const times = isAlone ? [...alone, []] : await steadily(SECONDS);
    const usedEach = targets.map((target, at) =>
      isAlone || !target.used ? '' : round((target.used() - (used[at] ?? 0)) / RATE / SECONDS, 1),
    );
    const [seen, idleTimes = []] = [times.slice(0, -1), times.at(-1)];
    const p50 = seen.map(median);
    const p99 = seen.map((times) => percentile(times, 0.99));
    const ratio = (p50.at(-1) ?? 0) / (p50[0] ?? 0);
    const missed = [
      ...(p99.some((ms) => ms >= WANTED.p99) ? ['p99'] : []),
      ...(ratio > WANTED.times ? ['times'] : []),
      ...(isAlone && SECONDS > 0 ? ['one at a time'] : []),
    ];
    const idleP99 = isAlone ? '' : round(percentile(idleTimes, 0.99), 1);
    const row = [
      name,
      ...p50.map((ms) => round(ms, 1)),
      round(ratio),
      ...p99.map((ms) => round(ms, 1)),
      idleP99,
      ...usedEach,
      missed.join(', '),
    ];
    rows.push(row);
    console.info(row.join('  '));
  }
  console.info(
    `\n${RATE} requests a second to each by turns, ${SECONDS} s, milliseconds; wanted p99 < ${WANTED.p99} and p50 at most ${WANTED.times} times\n`,
  );
  const heads = [
    '',
    ...sizes.map((size) => `p50 ${size}`),
    'times slower',
    ...sizes.map((size) => `p99 ${size}`),
    'p99 of nothing',
    ...sizes.map((size) => `processor ${size}`),
    'missed',
  ];
  table(heads, rows);
  await idle.stop();
}
