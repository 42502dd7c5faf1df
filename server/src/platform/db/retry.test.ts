import { sql } from 'kysely';
import { afterEach, expect, inject, test } from 'vitest';
import { openDatabaseDoor } from '../../testing/database-door.ts';
import { connect } from './database.ts';
import { retryConnection } from './retry.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A proxy to the database that drops the first `count` connections. */
async function doorShutFor(count: number, change: (url: URL) => void = () => {}) {
  const url = new URL(inject('postgres').adminUrl);
  change(url);
  const door = await openDatabaseDoor(url.href);
  closing.push(door.close);
  door.shutFor(count);
  return door;
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
