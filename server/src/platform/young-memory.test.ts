import { get } from 'node:http';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { connect } from './db/database.ts';
import { securityHeaders } from './http/security-headers.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void;

const MB = 1024 * 1024;
const TIMES = 200;
const rows = () => Array.from({ length: 1000 }, (_, place) => ({ place, name: `Case ${place}` }));

const oldMemory = () =>
  getHeapSpaceStatistics()
    .filter(({ space_name }) => space_name === 'old_space' || space_name === 'large_object_space')
    .reduce((sum, space) => sum + space.space_used_size, 0);

/** Growth of old memory while something runs repeatedly with minor collections only, in bytes. */
async function leftBy(work: () => Promise<unknown>): Promise<number> {
  for (let time = 0; time < 20; time += 1) await work();
  collect();
  collect();
  const before = oldMemory();
  for (let time = 1; time <= TIMES; time += 1) {
    await work();
    if (time % 20 === 0) for (let each = 0; each < 2; each += 1) collect({ type: 'minor' });
  }
  return oldMemory() - before;
}

test('rows are collected once they were read', async () => {
  const { db } = connect(inject('postgres').adminUrl, 1);
  const left = await leftBy(() =>
    sql`select repeat('x', 500) || n as text from generate_series(1, 100) n`.execute(db),
  );
  await db.destroy();
  expect(left).toBeLessThan(3 * MB);
});

test('a request is collected once it was answered', async () => {
  const app = Fastify();
  await app.register(securityHeaders, { production: true, recaptcha: false, otherRegion: [] });
  app.get('/', async (request) => ({ found: Object.assign(request, { found: rows() }).found.length }));
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const ask = () => new Promise((done) => get(url, (reply) => reply.resume().once('end', done)));
  const left = await leftBy(ask);
  await app.close();
  expect(left).toBeLessThan(3 * MB);
});
