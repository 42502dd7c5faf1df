/**
 * Checks that a refused sign-in does not reveal, by its answer or its time, whether an address has an account here, in
 * the other region or nowhere. All kinds take turns, so that other load affects them equally. Refusals wait for the
 * next full second, so `AT_ONCE` lanes of rounds run in parallel: ROUNDS=3334 AT_ONCE=8 are 10,000 tries in eight
 * minutes. With more lanes than the machine can hash passwords for, the bench would measure its queue.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@cusp/local-postgres/free-port';
import { newRegionKeys } from '../scripts/lib/region-keys.mjs';
import { hashPassword } from '../server/src/modules/identity/hashing/password-hash.ts';
import { connect } from '../server/src/platform/db/database.ts';
import { challengeOf } from '../server/src/platform/secrets/code-challenge.ts';
import { type Ground, prepareGround, serveCusp } from './support/cusp.ts';
import { median, percentile, round, table } from './support/table.ts';

const PASSWORD = 'three brown molars';
const ROUNDS = Number(process.env.ROUNDS ?? 100);
const AT_ONCE = Number(process.env.AT_ONCE ?? 4);

const KINDS = {
  unknown: (number: number) => `nobody${number}@clinic.example`,
  'wrong password here': (number: number) => `us${number}@clinic.example`,
  'wrong password there': (number: number) => `eu${number}@clinic.example`,
};
type Kind = keyof typeof KINDS;
const kinds = Object.keys(KINDS) as Kind[];

const grounds = { us: await prepareGround(), eu: await prepareGround({ region: 'eu' }) };
const hash = await hashPassword(PASSWORD);
for (const region of ['us', 'eu'] as const) await addPeople(grounds[region], region);
const ports = { us: await freePort(), eu: await freePort() };
const keys = newRegionKeys();
const [us, eu] = await Promise.all([serveRegion('us', 'eu'), serveRegion('eu', 'us')]);

async function addPeople(ground: Ground, region: 'us' | 'eu'): Promise<void> {
  const { db } = connect(ground.urls.owner, 1);
  const people = Array.from({ length: ROUNDS }, (_, number) => ({
    email: `${region}${number}@clinic.example`,
    email_key: `${region}${number}@clinic.example`,
    password_hash: hash,
    first_name: 'Ada',
    last_name: 'Person',
    role: 'Dental Clinic' as const,
    country: 'US',
    region,
    activated_at: new Date(),
  }));
  await db.insertInto('app_user').values(people).execute();
  await db.destroy();
}

/** Not in production mode, because there regions talk over TLS only. */
function serveRegion(region: 'us' | 'eu', other: 'us' | 'eu') {
  const otherUrl = `http://127.0.0.1:${ports[other]}`;
  return serveCusp(grounds[region], {
    ...keys[region],
    NODE_ENV: 'bench',
    REGION: region,
    PORT: String(ports[region]),
    OTHER_REGION_URL: otherUrl,
    TRUST_PROXY: 'true',
  });
}

let visitors = 0;
const answers = new Map<Kind, Set<string>>();

/** Milliseconds of one attempt; every visitor has their own address, because guesses from one are throttled. */
async function attempt(username: string, password: string, kind: Kind | null): Promise<number> {
  const visitor = `10.${visitors >> 16}.${(visitors >> 8) & 255}.${visitors++ & 255}`;
  const start = performance.now();
  const reply = await fetch(`http://127.0.0.1:${ports.us}/heclore/v1/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': visitor },
    body: JSON.stringify({ username, password, codeChallenge: challengeOf('bench') }),
  });
  const body = await reply.json();
  const time = performance.now() - start;
  if (!kind) return time;
  const { request_id: _, ...shown } = body;
  const headers = [...reply.headers.keys()].filter((name) => !name.startsWith('x-ratelimit')).sort();
  const known = answers.get(kind) ?? new Set();
  answers.set(kind, known.add(JSON.stringify([reply.status, shown, headers])));
  return time;
}

const times: Record<Kind, number[]> = {
  unknown: [],
  'wrong password here': [],
  'wrong password there': [],
};
const right: number[] = [];
const warmUp = AT_ONCE * 3;
let begun = 0;

async function playRound(number: number): Promise<void> {
  const turn = kinds.map((_, place) => kinds[(number + place) % kinds.length] as Kind);
  await Promise.all(
    turn.map(async (kind) => {
      const took = await attempt(KINDS[kind](number), 'not the password', kind);
      if (number >= warmUp) times[kind].push(took);
    }),
  );
  if (number % 10 === 0) right.push(await attempt(KINDS['wrong password here'](number), PASSWORD, null));
}

/** The lanes start spread over a second, so that their passwords are not all hashed at the same time. */
async function playLane(lane: number): Promise<void> {
  await pause((1000 / AT_ONCE) * lane);
  while (begun < ROUNDS) await playRound(begun++);
}
await Promise.all(Array.from({ length: AT_ONCE }, (_, lane) => playLane(lane)));

/** The probability that a value of `a` is larger than one of `b`; 0.5 means that they cannot be told apart. */
function slowerThan(a: number[], b: number[]): number {
  const sorted = b.toSorted((x, y) => x - y);
  let faster = 0;
  for (const time of a) {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] as number) < time) low = middle + 1;
      else high = middle;
    }
    faster += low;
  }
  return faster / (a.length * b.length);
}
/** Standard deviation of `slowerThan` for equal distributions (Mann and Whitney). */
const noise = Math.sqrt((2 * times.unknown.length + 1) / (12 * times.unknown.length ** 2));

const base = median(times.unknown);
console.info(`${ROUNDS} refusals of each kind, milliseconds\n`);
table(
  ['', 'median', 'p10', 'p90', 'median, times unknown', 'slower than unknown', 'answers'],
  kinds.map((kind) => [
    kind,
    round(median(times[kind]), 1),
    round(percentile(times[kind], 0.1), 1),
    round(percentile(times[kind], 0.9), 1),
    round(median(times[kind]) / base, 4),
    round(slowerThan(times[kind], times.unknown), 4),
    answers.get(kind)?.size ?? 0,
  ]),
);
const all = new Set([...answers.values()].flatMap((each) => [...each]));
console.info(`\nSlower than unknown: 0.5 ± ${round(2 * noise, 4)} is within noise (two standard deviations)`);
console.info(`Different answers over all kinds: ${all.size}`);
console.info(`The right password of an account here: median ${round(median(right), 1)} ms`);

await Promise.all([us.stop(), eu.stop()]);
await Promise.all(Object.values(grounds).map((ground) => ground.end()));
