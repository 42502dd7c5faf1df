/** Sign-ins compared with the password hash alone, their effect on other requests, and times for unknown addresses. */
import { verify } from '@node-rs/argon2';
import { hashPassword } from '../server/src/modules/identity/hashing/password-hash.ts';
import { connect } from '../server/src/platform/db/database.ts';
import { prepareGround, serveCusp } from './support/cusp.ts';
import { fill } from './support/fill.ts';
import { load } from './support/load.ts';
import { recordReplies } from './support/record.ts';
import { median, percentile, round, table } from './support/table.ts';

const PASSWORD = 'three brown molars';
const AT_ONCE = 8;
const PEOPLE = 50;
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const LIST = '/heclore/v1/cases/?page=1';

const ground = await prepareGround();
const { labId } = await fill(ground, 20_000, 500);
const hash = await hashPassword(PASSWORD);
const { db } = connect(ground.urls.owner, 1);
await db.updateTable('app_user').set({ password_hash: hash }).execute();
await db.destroy();
const { token } = await recordReplies(ground, labId, [LIST]);
// Every visitor has their own address, because guesses from one are throttled.
const cusp = await serveCusp(ground, { TRUST_PROXY: 'true' });
const cookies = new Map<string, string>();
let visitors = 0;

async function signIn(username: string, password: string, status: number): Promise<number> {
  const start = performance.now();
  const reply = await fetch(`${cusp.url}/heclore/v1/auth/login/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.0.${visitors >> 8}.${visitors++ & 255}`,
      // Their browsers are known, so no mails are sent.
      cookie: cookies.get(username) ?? '',
    },
    body: JSON.stringify({ username, password }),
  });
  await reply.arrayBuffer();
  const set = reply.headers.getSetCookie().map((line) => line.split(';')[0]);
  if (set.length) cookies.set(username, set.join('; '));
  if (reply.status !== status) throw new Error(`sign-in answered ${reply.status}`);
  return performance.now() - start;
}
const person = (number: number) => `p${10 + number}@cusp.example`;
async function clock(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
const together = (work: (number: number) => Promise<unknown>) => () =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, number) => work(number)));

const cost: Record<'hash' | 'signIn', number[]> = { hash: [], signIn: [] };
for (let number = 0; number < AT_ONCE + PEOPLE; number += 1) await signIn(person(number), PASSWORD, 200);
for (let round = 0; round < ROUNDS; round += 1) {
  cost.hash.push(await clock(together(() => verify(hash, PASSWORD))));
  cost.signIn.push(await clock(together((number) => signIn(person(number), PASSWORD, 200))));
}
console.info(`${AT_ONCE} at once, milliseconds for all, medians of ${ROUNDS}\n`);
const [hashed, signedIn] = [median(cost.hash), median(cost.signIn)];
table(
  ['argon2id alone', 'sign-ins', 'times'],
  [[round(hashed, 0), round(signedIn, 0), round(signedIn / hashed)]],
);

/** Requests the list at a rate below the server's capacity, alone or while `beside` runs. */
const others = () => load(cusp.url + LIST, { seconds: 6, connections: 4, token, rate: 100 });
const calm: number[] = [];
const busy: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  calm.push((await others()).p99);
  let over = false;
  const crowd = Array.from({ length: PEOPLE }, async (_, number) => {
    while (!over) await signIn(person(AT_ONCE + number), PASSWORD, 200);
  });
  busy.push((await others()).p99);
  over = true;
  await Promise.all(crowd);
}
console.info(`\n100 lists a second, p99 in milliseconds, medians of ${ROUNDS}\n`);
table(
  ['nothing else', `while ${PEOPLE} people sign in`, 'times'],
  [[median(calm), median(busy), round(median(busy.map((each, at) => each / (calm[at] ?? 1))))]],
);

const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
for (let number = 0; number < 60; number += 1) {
  times.known.push(await signIn(person(300 + number), 'not the password', 401));
  times.unknown.push(await signIn(`nobody${number}@cusp.example`, 'not the password', 401));
}
console.info('\nA wrong password, milliseconds\n');
table(
  ['', 'median', 'p90'],
  (['known', 'unknown'] as const).map((which) => [
    `${which} address`,
    round(median(times[which]), 1),
    round(percentile(times[which], 0.9), 1),
  ]),
);
await cusp.stop();
await ground.end();
