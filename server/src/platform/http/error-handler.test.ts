import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Writable } from 'node:stream';
import Fastify, { type FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { installErrorHandling } from './error-handler.ts';

/** A log whose lines are added to an array. */
function logger(lines: unknown[]): FastifyBaseLogger {
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  return pino(sink) as FastifyBaseLogger;
}

test('a body that its sender aborts is one quiet line and no trouble of the database', async () => {
  const lines: { level: number; msg: string }[] = [];
  const app = Fastify({ loggerInstance: logger(lines) });
  const noted: unknown[] = [];
  app.decorate('refusedRequests', { note: (_: unknown, refusal: unknown) => noted.push(refusal) } as never);
  installErrorHandling(app);
  app.post('/', async () => ({}));
  const begun = once(app.server, 'request');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(
    'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"a":',
  );
  await begun;
  socket.destroy();
  const aborted = () => lines.filter(({ msg }) => msg === 'request aborted by its sender');
  await expect.poll(aborted).toHaveLength(1);
  await app.close();
  expect(lines.filter(({ level }) => level > 30)).toEqual([]);
  expect(noted).toEqual([]);
});

test.each(['40P01', '40001', '55P03'])(
  'transactions in conflict (%s) are answered as unavailable, without blaming the database',
  async (code) => {
    const lines: { level: number; msg: string }[] = [];
    const app = Fastify({ loggerInstance: logger(lines) });
    app.decorate('refusedRequests', { note: () => {} } as never);
    installErrorHandling(app);
    app.post('/', () => Promise.reject(Object.assign(new Error('deadlock detected'), { code })));
    const reply = await app.inject({ method: 'POST', url: '/', payload: {} });
    expect([reply.statusCode, reply.json().code, reply.headers['retry-after']]).toEqual([
      503,
      'unavailable',
      '2',
    ]);
    expect(lines.filter(({ level }) => level > 30)).toMatchObject([
      { level: 40, msg: 'transactions in conflict' },
    ]);
  },
);
