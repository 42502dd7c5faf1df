/** Every staff list at a steady rate, with ten thousand rows of each kind and with a million, by turns. */
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareGround, serveCusp } from './support/cusp.ts';
import { fillForStaff, STAFF_ID, tidy } from './support/fill-staff.ts';
import { askOnce, openLoads } from './support/load.ts';
import { openWindow } from './support/record.ts';
import { ASKED } from './support/staff-lists.ts';
import { median, percentile, round, table } from './support/table.ts';

const SIZES = (process.env.SIZES ?? '10000,1000000').split(',').map(Number);
const SECONDS = Number(process.env.SECONDS ?? 4);
const ONLY = (process.env.ONLY ?? '').split(',');
/** Where filled databases stay for the next run, which then starts at once. */
const { KEEP } = process.env;
const RATE = 50;
const WARM_UP_SECONDS = 1;
/** What takes longer than this alone is not asked 50 times a second: the queue would be measured. */
const HOPELESS_MS = 100;
/** How often each request is made one at a time, by turns; with SECONDS=0 that is all. */
const ALONE = Number(process.env.ALONE ?? 5);
const WANTED = { p99: 60, times: 1.3 };
/** An access token is valid for an hour. */
const NEW_TOKEN_MS = 30 * 60_000;

async function groundOf(size: number) {
  const kept = KEEP && join(KEEP, String(size));
  if (!kept) {
    const ground = await prepareGround();
    await fillForStaff(ground, size);
    return ground;
  }
  const mark = join(kept, 'filled');
  const isFilled = existsSync(mark);
  if (!isFilled) await rm(kept, { recursive: true, force: true });
  // PostgreSQL runs as another user if root starts it, who must be able to pass through.
  await mkdir(kept, { recursive: true, mode: 0o711 });
  const ground = await prepareGround({ kept });
  if (isFilled) await tidy(ground);
  else {
    await fillForStaff(ground, size);
    await writeFile(mark, '');
  }
  return ground;
}

const places = [];
for (const size of SIZES) {
  const started = performance.now();
  const ground = await groundOf(size);
  console.info(`${size} rows of each kind in ${round((performance.now() - started) / 1000, 0)} s`);
  places.push({ size, ground, server: await serveCusp(ground), token: '' });
}

let tokensUntil = 0;
const rows = [];
for (const [name, path] of ASKED.filter(([each]) => ONLY.some((part) => each.includes(part)))) {
  if (Date.now() > tokensUntil) {
    for (const place of places) place.token = (await openWindow(place.ground, STAFF_ID, 'staff')).access;
    tokensUntil = Date.now() + NEW_TOKEN_MS;
  }
  const targets = places.map(({ size, server, token }) => ({
    token,
    urlOf: () => `${server.url}/heclore/${path.replace('MIDDLE', String(Math.floor(size / 50)))}`,
  }));
  const alone = targets.map((): number[] => []);
  for (let count = 0; count < ALONE; count += 1)
    for (const [at, target] of targets.entries()) alone[at]?.push(await askOnce(target));
  const isAlone = SECONDS === 0 || alone.some((times) => median(times) > HOPELESS_MS);
  if (!isAlone) await openLoads(targets, { rate: RATE, seconds: WARM_UP_SECONDS });
  const seen = isAlone ? alone : await openLoads(targets, { rate: RATE, seconds: SECONDS });
  const p50 = seen.map(median);
  const p99 = seen.map((times) => percentile(times, 0.99));
  const ratio = (p50.at(-1) ?? 0) / (p50[0] ?? 0);
  const missed = [
    ...(p99.some((ms) => ms >= WANTED.p99) ? ['p99'] : []),
    ...(ratio > WANTED.times ? ['times'] : []),
    ...(isAlone && SECONDS > 0 ? ['one at a time'] : []),
  ];
  const row = [name, ...[...p50, ...p99].map((ms) => round(ms, 1)), round(ratio), missed.join(', ')];
  rows.push(row);
  console.info(row.join('  '));
}
console.info(
  `\n${RATE} requests a second to each database by turns, ${SECONDS} s, milliseconds; wanted p99 < ${WANTED.p99} and p50 at most ${WANTED.times} times\n`,
);
table(
  [
    '',
    ...SIZES.map((size) => `p50 ${size}`),
    ...SIZES.map((size) => `p99 ${size}`),
    'times slower',
    'missed',
  ],
  rows,
);
for (const { server, ground } of places) {
  await server.stop();
  await ground.end();
}
