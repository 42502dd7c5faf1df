import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { type AddressInfo, connect as connectSocket, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { scratchFolder } from '@cusp/local-postgres/scratch-folder';
import { startLocalPostgres } from '@cusp/local-postgres/start';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createLogger } from '../../start-services.ts';
import { createUser } from '../../testing/factories.ts';
import { startStandby } from '../../testing/standby.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { Refusal } from '../http/refusal.ts';
import { connect, type Db } from './database.ts';
import { Replica } from './replica.ts';

/** Two clusters are started. */
const LONG_MS = 120_000;
const folder = await scratchFolder('cusp-replica-');
const dataDir = join(folder, 'primary');
const primary = await startLocalPostgres({ dataDir, fsync: false, archive: true });
// Clusters of tests do not wait for the disk, which hides what was flushed.
const { db } = connect(`${primary.adminUrl}?options=-csynchronous_commit%3Don`, 2);
await sql`create table note (text text)`.execute(db);
const standby = await startStandby({ dataDir, adminUrl: primary.adminUrl }, join(folder, 'standby'));
const copy = connect(standby.adminUrl, 2).db;
const log = createLogger('silent');
afterAll(async () => {
  await Promise.all([db.destroy(), copy.destroy()]);
  await standby.stop();
  await primary.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The notes, and whether a replica answered. */
async function notes(from: Db) {
  const { rows } = await sql<{ texts: string[]; copied: boolean }>`
    select coalesce(array_agg(text order by text), '{}') as texts, pg_is_in_recovery() as copied from note
  `.execute(from);
  return [rows[0]?.copied ? 'replica' : 'primary', rows[0]?.texts.join()];
}
const write = (text: string) => sql`insert into note values (${text})`.execute(db);

const fresh = () => new Replica(db, copy, log);

/** Reads until the replica has caught up; PostgreSQL itself may write at any time. */
async function fromReplica<T>(run: (from: Db) => Promise<T>): Promise<T> {
  for (;;) {
    await standby.catchUp();
    const replica = fresh();
    const result = await replica.read(run);
    if (replica.reads.replica === 1) return result;
  }
}

test('a replica answers once it has everything, and never shows an older state', {
  timeout: LONG_MS,
}, async () => {
  await write('one');
  expect(await fresh().read(notes)).toEqual(['primary', 'one']);
  expect(await fromReplica(notes)).toEqual(['replica', 'one']);
  await write('two');
  expect(await notes(copy)).toEqual(['replica', 'one']);
  expect(await fresh().read(notes)).toEqual(['primary', 'one,two']);
});

test('a refusal is passed on, and a read that fails on the replica is repeated on the primary', {
  timeout: LONG_MS,
}, async () => {
  let asked = 0;
  const refused = fromReplica(async () => {
    asked += 1;
    throw new Refusal('not_found');
  });
  await expect(refused).rejects.toMatchObject({ code: 'not_found' });
  expect(asked).toBe(1);
  const replica = fresh();
  await standby.catchUp();
  // A replica refuses to write.
  await replica.read((from) => sql`insert into note values ('three')`.execute(from));
  expect(await replica.read(notes)).toEqual(['primary', 'one,three,two']);
});

test('a replica that cannot be reached, or is another database, is not used', async () => {
  const gone = connect('postgresql://nobody@127.0.0.1:1/nothing', 1).db;
  const itself = connect(primary.adminUrl, 1).db;
  for (const wrong of [gone, itself]) {
    const replica = new Replica(db, wrong, log);
    expect(await replica.read(notes)).toEqual(['primary', 'one,three,two']);
    expect(replica.reads.replica).toBe(0);
    await replica.end();
  }
});

test('a replica that keeps its connections and answers nothing holds nobody up', async () => {
  const { hostname, port, href } = new URL(standby.adminUrl);
  const sockets: Socket[] = [];
  let hangs = false;
  const between = createServer((client) => {
    const server = connectSocket(Number(port), hostname);
    sockets.push(client, server);
    client.on('data', (data) => hangs || server.write(data));
    server.on('data', (data) => client.write(data));
  }).listen(0, '127.0.0.1');
  await once(between, 'listening');
  const url = new URL(href);
  url.host = `127.0.0.1:${(between.address() as AddressInfo).port}`;
  const far = connect(url.href, 2).db;
  expect((await notes(far))[0]).toBe('replica');
  hangs = true;
  const replica = new Replica(db, far, log);
  expect(await replica.read(notes)).toEqual(['primary', 'one,three,two']);
  await replica.end();
  for (const socket of sockets) socket.destroy();
  between.close();
});

test('the lists of cases, the dashboard and the statistics are read apart, and nothing else', async () => {
  const t = await createTestApp();
  // The application compares both databases, so its role must be allowed to read their identity and WAL position.
  await sql`select system_identifier, pg_current_wal_flush_lsn() from pg_control_system()`.execute(
    t.services.db,
  );
  const replica = new Replica(t.services.db, t.services.db, log);
  Object.assign(t.services, { replica });
  const client = await t.as(await createUser(t.services, { role: 'Dental Lab' }));
  const apart = async (path: string) => {
    const before = replica.reads.primary;
    const reply = await client.get(path);
    expect(reply.statusCode, path).toBe(200);
    return replica.reads.primary - before;
  };
  const board = '/v1/dashboard/cases';
  for (const path of [
    '/v1/cases/?page=1',
    '/v1/cases/?page=1&search=crown',
    '/v1/cases/days/?from=2026-12-01&to=2026-12-02',
    '/v1/user/filters/',
    `${board}/status/`,
    `${board}/restorations/?period=week`,
    `${board}/activities/?period=week`,
    `${board}/today/`,
    `${board}/needs/`,
    `${board}/weeks/`,
  ])
    expect([path, await apart(path)]).toEqual([path, 1]);
  for (const path of ['/v1/drafts/', '/v1/inbox/?show=inbox', '/v1/connections/'])
    expect([path, await apart(path)]).toEqual([path, 0]);
  await t.close();
});
