import { Writable } from 'node:stream';
import Fastify from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { requestLog } from './request-log.ts';

test('a line names the route pattern and never the actual path', async () => {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const app = Fastify({ loggerInstance: pino({ level: 'info' }, sink) });
  await app.register(requestLog);
  app.get('/activate/:token', async () => ({}));
  await app.inject('/activate/very-secret?search=Lindqvist');
  await app.close();
  const own = lines.filter((line) => line.includes('"route"'));
  expect(own).toHaveLength(1);
  expect(JSON.parse(own[0] ?? '{}')).toMatchObject({ method: 'GET', route: '/activate/:token', status: 200 });
  expect(own[0]).not.toMatch(/very-secret|Lindqvist/);
});
