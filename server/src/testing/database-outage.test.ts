import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { API_BASE } from '@cusp/contract/endpoint';
import { postmaster } from '@cusp/local-postgres/cluster';
import { scratchFolder } from '@cusp/local-postgres/scratch-folder';
import { type LocalPostgres, startLocalPostgres } from '@cusp/local-postgres/start';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../app.ts';
import { openSession } from '../modules/identity/sessions.ts';
import { readConfig } from '../platform/config/config.ts';
import { prepareRoles } from '../platform/db/open.ts';
import { prepareDatabase } from '../platform/db/prepare.ts';
import { inTransaction } from '../platform/work.ts';
import { createLogger, type Running, startServices } from '../start-services.ts';
import { createCase, createLabUser, createUser } from './factories.ts';

const OUTAGE_MS = 2000;
const WRITERS = 8;

let folder: string;
let postgres: LocalPostgres;
let running: Running;
let app: FastifyInstance;
let caseId: number;
let token: string;

beforeAll(async () => {
  folder = await scratchFolder('cusp-outage-');
  postgres = await start();
  const urls = await prepareRoles(postgres.adminUrl, randomBytes(12).toString('hex'));
  await prepareDatabase(urls, 'us');
  const config = readConfig({ DATA_DIR: folder, SECRET_KEY: 'x'.repeat(40), DATABASE_POOL_SIZE: '5' });
  running = await startServices(config, urls, createLogger('silent'), { work: true });
  app = await buildApp(running.services, { rateLimitFactor: 0 });
  const author = await createUser(running.services);
  const dentalCase = await createCase(running.services, {
    author,
    recipient: await createLabUser(running.services),
  });
  caseId = dentalCase.id;
  const origin = { ip: '', userAgent: '', requestId: null };
  token = (await inTransaction(running.services, origin, (work) => openSession(work, author.id))).access;
});

afterAll(async () => {
  running.services.hub.drain();
  await app.close();
  await running.close();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

const start = (port?: number, more: Partial<Parameters<typeof startLocalPostgres>[0]> = {}) =>
  startLocalPostgres({
    dataDir: join(folder, 'postgres'),
    fsync: true,
    ...(port ? { port } : {}),
    ...more,
  });
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('after 2 s without the database under load: 503s, then recovery, and no acknowledged write is lost', async () => {
  const acknowledged: number[] = [];
  const seen = { before: new Set<number>(), during: new Set<number>(), after: new Set<number>() };
  let phase: keyof typeof seen | 'between' = 'before';
  let going = true;
  const writer = async (name: number) => {
    for (let turn = 0; going; turn += 1) {
      const asked = phase;
      const reply = await app.inject({
        method: 'POST',
        url: `${API_BASE}/v1/cases/${caseId}/comment/`,
        headers: { authorization: `Bearer ${token}` },
        payload: { comment: `writer ${name}, turn ${turn}` },
      });
      if (reply.statusCode === 200) acknowledged.push(reply.json().id);
      if (asked === phase && phase !== 'between') seen[phase].add(reply.statusCode);
      await pause(80);
    }
  };
  const writers = Array.from({ length: WRITERS }, (_, name) => writer(name));
  await expect.poll(() => seen.before.size, { timeout: 30_000 }).toBeGreaterThan(0);
  const { port } = postgres;
  phase = 'between';
  await postgres.stop();
  phase = 'during';
  await pause(OUTAGE_MS);
  phase = 'between';
  postgres = await start(port);
  await expect.poll(async () => (await app.inject('/readyz')).statusCode, { timeout: 30_000 }).toBe(200);
  phase = 'after';
  await expect.poll(() => seen.after.size, { timeout: 30_000 }).toBeGreaterThan(0);
  await pause(500);
  going = false;
  await Promise.all(writers);

  expect([...seen.before]).toEqual([200]);
  expect([...seen.during]).toEqual([503]);
  expect([...seen.after]).toEqual([200]);
  const kept = await running.services.db
    .selectFrom('case_comment')
    .select('id')
    .where('case_id', '=', caseId)
    .execute();
  const ids = new Set(kept.map(({ id }) => id));
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(0);
}, 90_000);

test('a database killed six times within a minute restarts each time; log and /readyz report it', async () => {
  const { port } = postgres;
  await postgres.stop();
  const waits: number[] = [];
  const warnings: string[] = [];
  let now = 0;
  let goOn = () => {};
  const wait = (ms: number) => {
    waits.push(ms);
    return new Promise<void>((resolve) => {
      goOn = resolve;
    });
  };
  const warn = (line: string) => warnings.push(line);
  let returns = 0;
  const log = (line: string) => {
    if (line.includes('is back')) returns += 1;
  };
  postgres = await start(port, { fsync: false, clock: { now: () => now, wait }, warn, log });
  const isReady = async () => (await app.inject('/readyz')).statusCode;
  const dies = async (time: number) => {
    const before = postmaster(join(folder, 'postgres', 'cluster'))?.pid ?? 0;
    process.kill(before, 'SIGKILL');
    await expect.poll(() => waits.length, { timeout: 30_000 }).toBe(time);
    expect(await isReady()).toBe(503);
    goOn();
    await expect.poll(isReady, { timeout: 60_000 }).toBe(200);
    // The supervision reads the clock only now; the application may reach the database slightly earlier.
    await expect.poll(() => returns, { timeout: 30_000 }).toBe(time);
  };
  await expect.poll(isReady, { timeout: 60_000 }).toBe(200);
  for (let time = 1; time <= 6; time += 1) {
    await dies(time);
    now += 5000;
  }
  expect(waits).toEqual([0, 1000, 2000, 4000, 8000, 16_000]);
  expect(warnings).toHaveLength(6);
  expect(warnings[5]).toContain('6 in a row');
  now += 60_000;
  await dies(7);
  expect(waits.at(-1)).toBe(0);
}, 180_000);
