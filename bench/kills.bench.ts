/**
 * A server or its database is killed (SIGKILL) at random moments while people comment and upload. Afterwards each
 * acknowledged comment must be there once, each acknowledged file whole, and no file may be listed that is not.
 * KILLS=1000 takes hours.
 */
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { createCase, createUser } from '../server/src/testing/factories.ts';
import { formWith, sha256, stl } from '../server/src/testing/uploads.ts';
import { Killable } from './support/killable.ts';
import { median, percentile, round, table } from './support/table.ts';

const KILLS = Number(process.env.KILLS ?? 20);
/** Maximum milliseconds between two kills, at random. */
const EVERY = Number(process.env.EVERY ?? 3000);
/** The run ends after this time, even with fewer kills. */
const MINUTES = Number(process.env.MINUTES ?? 24 * 60);
const WRITERS = 6;

const live = await Killable.start({});
const people = await live.withServices(async (services) => {
  const made: { id: number; caseId: number }[] = [];
  while (made.length < WRITERS) {
    const author = await createUser(services);
    made.push({ id: author.id, caseId: (await createCase(services, { author })).id });
  }
  return made;
});

const comments: string[] = [];
/** Digest of each file that was sent, by its name; acknowledged or not. */
const sent = new Map<string, string>();
const files: string[] = [];
const statuses = new Map<number, number>();
const outages: number[] = [];
let killed = { server: 0, database: 0 };
let isWorking = true;

/** One attempt; null if the connection was cut. */
async function attempt(token: string, path: string, init: RequestInit): Promise<Response | null> {
  try {
    const reply = await fetch(`${live.url}/heclore/v1${path}`, {
      ...init,
      method: 'POST',
      headers: { ...init.headers, authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(30_000),
    });
    await reply.text();
    statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
    return reply;
  } catch {
    return null;
  }
}

async function keepWriting({ id, caseId }: { id: number; caseId: number }, first: string): Promise<void> {
  let token = first;
  for (let number = 0; isWorking; number += 1) {
    const text = `${id} writes ${number}`;
    const key = randomUUID();
    // Repeated with its key until a server answers, as the browser does.
    while (isWorking) {
      const reply = await attempt(token, `/cases/${caseId}/comment/`, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ comment: text, key }),
      });
      if (reply?.ok) {
        comments.push(text);
        break;
      }
      if (reply?.status === 401) token = await live.token(id);
      await pause(50);
    }
    if (number % 3 !== 0) continue;
    const bytes = stl(4000, id * 100_000 + number);
    const name = `scan-${id}-${number}.stl`;
    sent.set(name, sha256(bytes));
    if ((await attempt(token, `/cases/${caseId}/file/`, { body: formWith(bytes, name) }))?.ok)
      files.push(name);
  }
}

const tokens = await Promise.all(people.map(({ id }) => live.token(id)));
const writers = people.map((person, at) => keepWriting(person, tokens[at] ?? ''));
const until = Date.now() + MINUTES * 60_000;
while (killed.server + killed.database < KILLS && Date.now() < until) {
  await pause(200 + Math.random() * EVERY);
  const began = performance.now();
  if (Math.random() < 0.5) {
    live.killServer();
    killed = { ...killed, server: killed.server + 1 };
  } else if (live.killDatabase()) killed = { ...killed, database: killed.database + 1 };
  // Sometimes the next kill meets a server that is still starting.
  if (Math.random() < 0.7) {
    await live.ready();
    outages.push((performance.now() - began) / 1000);
  }
}
await live.ready();
isWorking = false;
await Promise.all(writers);

const wrong = await live.withServices(async ({ db, storage }) => {
  const rows = await db.selectFrom('case_comment').select('body').execute();
  const times = new Map<string, number>();
  for (const { body } of rows) times.set(body, (times.get(body) ?? 0) + 1);
  const problems = comments
    .filter((text) => times.get(text) !== 1)
    .map((text) => `"${text}" is there ${times.get(text) ?? 0} times`);
  const listed = await db.selectFrom('case_file').select(['filename', 'storage_key']).execute();
  const whole = new Set<string>();
  for (const { filename, storage_key } of listed) {
    const digest = sha256(await buffer(await storage.read(storage_key)).catch(() => Buffer.alloc(0)));
    if (digest === sent.get(filename)) whole.add(filename);
    else problems.push(`${filename} is listed and not whole`);
  }
  return [...problems, ...files.filter((name) => !whole.has(name)).map((name) => `${name} is lost`)];
});
await live.end();

table(
  ['', ''],
  [
    ['killed servers', killed.server],
    ['killed databases', killed.database],
    ['acknowledged comments', comments.length],
    ['acknowledged files', files.length],
    ['files without an acknowledgement', sent.size - files.length],
    ['seconds until it served again, median', round(median(outages), 1)],
    ['seconds until it served again, most', round(percentile(outages, 1), 1)],
    ['lost, doubled or half', wrong.length],
  ],
);
console.info([...statuses].map(([status, count]) => `${status}: ${count}`).join(', '));
for (const line of wrong.slice(0, 10)) console.error(line);
process.exit(wrong.length > 0 ? 1 : 0);
