/**
 * Practices move between two regions while their people and labs work, and servers and databases are killed (SIGKILL)
 * at random moments. Afterwards each practice lives in exactly one region, which has each acknowledged comment once and
 * each acknowledged file whole, and the other region shows nothing of them. KILLS=1000 takes hours.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@cusp/local-postgres/free-port';
import { newRegionKeys } from '../scripts/lib/region-keys.mjs';
import {
  createCase,
  createConnection,
  createGroup,
  createLabUser,
  createUser,
} from '../server/src/testing/factories.ts';
import { formWith, sha256, stl } from '../server/src/testing/uploads.ts';
import { Killable } from './support/killable.ts';
import { faultsOf, type Person, type Practice, type Region } from './support/moved-practices.ts';
import { median, round, table } from './support/table.ts';

const KILLS = Number(process.env.KILLS ?? 60);
const CASES = Number(process.env.CASES ?? 12);
/** Random milliseconds between two kills. */
const EVERY = { least: 500, most: Number(process.env.EVERY ?? 6000) };
const AT_ONCE = 2;

const REGIONS: Region[] = ['us', 'eu'];
const other = (region: Region): Region => (region === 'us' ? 'eu' : 'us');

const keys = newRegionKeys();
const ports = { us: await freePort(), eu: await freePort() };
const startRegion = (region: Region) =>
  Killable.start({
    ...keys[region],
    REGION: region,
    PORT: String(ports[region]),
    PUBLIC_URL: `http://${region}.localhost:${ports[region]}`,
    OTHER_REGION_URL: `http://${other(region)}.localhost:${ports[other(region)]}`,
    OTHER_REGION_INTERNAL_URL: `http://127.0.0.1:${ports[other(region)]}`,
  });
const servers = { us: await startRegion('us'), eu: await startRegion('eu') };

const practices: Practice[] = [];
const killed = { server: 0, database: 0 };
let isWorking = true;
let asked = 0;

async function keepKilling(): Promise<void> {
  while (killed.server + killed.database < KILLS) {
    await pause(EVERY.least + Math.random() * (EVERY.most - EVERY.least));
    const server = servers[Math.random() < 0.5 ? 'us' : 'eu'];
    if (Math.random() < 0.6) {
      server.killServer();
      killed.server += 1;
    } else if (server.killDatabase()) killed.database += 1;
    // Sometimes the next kill meets a server that is still starting.
    if (Math.random() < 0.7) await Promise.all(REGIONS.map((region) => servers[region].ready()));
  }
}

async function moveOneAfterTheOther(): Promise<void> {
  while (isWorking) {
    const practice = await createPractice();
    practices.push(practice);
    const people = Promise.all([keepWriting(practice, practice.author), keepWriting(practice, practice.lab)]);
    await move(practice);
    await people;
  }
}

async function createPractice(): Promise<Practice> {
  const made = await servers.us.withServices(async (services) => {
    const author = await createUser(services, { country: 'US' });
    const mate = await createUser(services, { country: 'US' });
    const lab = await createLabUser(services, { country: 'US' });
    await createGroup(services, author, [mate]);
    await createConnection(services, author, lab);
    const cases: number[] = [];
    while (cases.length < CASES) cases.push((await createCase(services, { author, recipient: lab })).id);
    return { author: author.id, lab: lab.id, cases };
  });
  const person = (id: number): Person => ({ id, home: 'us', tokens: {} });
  return {
    author: person(made.author),
    lab: person(made.lab),
    cases: made.cases,
    moveId: null,
    isOver: false,
    began: 0,
    took: 0,
    comments: [],
    files: [],
  };
}

/** Repeats the request until a server answers. A person who has moved continues in their new region. */
async function call(person: Person, path: string, request: () => RequestInit): Promise<Response> {
  for (;;) {
    const region = person.home;
    try {
      person.tokens[region] ??= await servers[region].token(person.id);
      asked += 1;
      const reply = await fetch(`${servers[region].url}/heclore/v1${path}`, {
        ...request(),
        headers: { authorization: `Bearer ${person.tokens[region]}`, ...(request().headers ?? {}) },
        signal: AbortSignal.timeout(30_000),
      });
      if (reply.ok) return reply;
      if (reply.status === 401) {
        delete person.tokens[region];
        if (await livesIn(other(region), person.id)) person.home = other(region);
      } else if (reply.status !== 423 && reply.status < 500) return reply;
      await reply.text();
    } catch {
      // The server was killed during the request, which may or may not have been carried out.
    }
    await pause(50);
  }
}

const livesIn = (region: Region, id: number): Promise<boolean> =>
  servers[region].withServices(async ({ db }) => {
    const row = await db.selectFrom('app_user').select('presence').where('id', '=', id).executeTakeFirst();
    return row?.presence === 'home';
  });

const json = (body: unknown) => () => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Comments with an idempotency key, as the browser does, and files, which are only counted once acknowledged. */
async function keepWriting(practice: Practice, person: Person): Promise<void> {
  for (let number = 0; !practice.isOver; number += 1) {
    const caseId = practice.cases[number % practice.cases.length] ?? 0;
    const text = `${person.id} writes ${number} ${randomUUID()}`;
    const reply = await call(person, `/cases/${caseId}/comment/`, json({ comment: text, key: randomUUID() }));
    if (reply.ok) practice.comments.push({ caseId, text });
    // Cases of a practice that has left are open to its lab as a guest only.
    else if (person === practice.lab) return;
    if (person === practice.author && number % 5 === 0) await sendFile(practice, caseId, number);
    await pause(100);
  }
}

async function sendFile(practice: Practice, caseId: number, number: number): Promise<void> {
  const bytes = stl(2000, number);
  const name = `scan-${number}-${randomUUID().slice(0, 8)}.stl`;
  const reply = await call(practice.author, `/cases/${caseId}/file/`, () => ({
    method: 'POST',
    body: formWith(bytes, name),
  }));
  if (reply.ok) practice.files.push({ caseId, name, digest: sha256(bytes) });
}

async function move(practice: Practice): Promise<void> {
  await pause(1000);
  practice.began = performance.now();
  for (;;) {
    const state = await stateOf(practice);
    if (state) practice.moveId = state.id;
    if (state && ['arrived', 'erased'].includes(state.step)) break;
    if (!state || ['failed', 'cancelled'].includes(state.step)) await ask(practice);
    await pause(250);
  }
  practice.took = performance.now() - practice.began;
  await pause(1500);
  practice.isOver = true;
}

/** Requests the move in a new session, which is the proof of accounts without a password for 15 minutes. */
async function ask({ author }: Practice): Promise<void> {
  delete author.tokens.us;
  const reply = await call(author, '/user/migration/', json({ country: 'DE' }));
  if (reply.ok) return;
  const { code } = (await reply.json()) as { code: string };
  // A file is still arriving, or the reply of an earlier attempt was lost and that move has begun or already ended.
  const passing = ['move_uploads', 'move_under_way', 'move_same_region', 'move_recent'];
  if (!passing.includes(code)) throw new Error(`the move was refused: ${code}`);
}

/** The latest move according to its source. */
const stateOf = ({ author }: Practice) =>
  servers.us
    .withServices(({ db }) =>
      db
        .selectFrom('region_move')
        .select(['id', 'step'])
        .where('asked_by', '=', author.id)
        .orderBy('asked_at', 'desc')
        .executeTakeFirst(),
    )
    .catch(() => undefined);

async function report(): Promise<void> {
  const { faults, comments, files } = await faultsOf(practices, { call, livesIn });
  table(
    [
      'kills',
      'of servers',
      'of databases',
      'moves',
      'requests',
      'comments acknowledged',
      'files acknowledged',
      'median s a move',
      'faults',
    ],
    [
      [
        killed.server + killed.database,
        killed.server,
        killed.database,
        practices.length,
        asked,
        comments,
        files,
        round(median(practices.map(({ took }) => took / 1000)), 1),
        `${faults.length} (wanted 0)`,
      ],
    ],
  );
  for (const fault of faults.slice(0, 20)) console.info(fault);
  if (faults.length) process.exitCode = 1;
}

const killing = keepKilling();
const working = Promise.all(Array.from({ length: AT_ONCE }, moveOneAfterTheOther));
await killing;
isWorking = false;
await Promise.all(REGIONS.map((region) => servers[region].ready()));
await working;
await report();
await Promise.all(REGIONS.map((region) => servers[region].end()));
// Services that a kill interrupted while they started keep connections open.
process.exit();
