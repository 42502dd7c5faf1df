import { createServer, connect as dial, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterEach, expect, inject, test } from 'vitest';
import { connect } from './database.ts';
import { retryConnection } from './retry.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A proxy to the database that drops the first `count` connections. */
async function doorShutFor(count: number, change: (url: URL) => void = () => {}) {
  const { adminUrl } = inject('postgres');
  const target = new URL(adminUrl);
  const open = new Set<Socket>();
  const door = { knocks: 0, url: '' };
  const server = createServer((socket) => {
    door.knocks += 1;
    open.add(socket);
    socket.on('error', () => {});
    if (door.knocks <= count) return socket.destroy();
    const inner = dial(Number(target.port), target.hostname);
    open.add(inner);
    inner.on('error', () => {});
    socket.pipe(inner).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  const url = new URL(adminUrl);
  url.port = String(typeof address === 'object' && address ? address.port : '');
  change(url);
  return Object.assign(door, { url: url.href });
}

async function askThrough(url: string, retryMs?: number): Promise<number | undefined> {
  const { db } = connect(url, 1, { retryMs });
  try {
    return (await sql<{ one: number }>`select 1 as one`.execute(db)).rows[0]?.one;
  } finally {
    await db.destroy();
  }
}

test('a request fails at once when the database is down; a start retries', async () => {
  await expect(askThrough((await doorShutFor(2)).url)).rejects.toThrow();
  const door = await doorShutFor(2);
  expect(await askThrough(door.url, 60_000)).toBe(1);
  expect(door.knocks).toBe(3);
});

test('a refused login is not retried', async () => {
  const door = await doorShutFor(0, (url) => {
    url.password = 'wrong';
  });
  await expect(askThrough(door.url, 60_000)).rejects.toThrow(/password/);
  expect(door.knocks).toBe(1);
});

test('retrying stops after its time limit and throws the last error', async () => {
  const slow = () => Promise.reject(new Error('timeout exceeded when trying to connect'));
  await expect(retryConnection(slow, 0)).rejects.toThrow('timeout exceeded');
});
