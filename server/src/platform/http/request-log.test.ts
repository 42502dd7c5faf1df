import { Writable } from 'node:stream';
import Fastify from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { requestLog } from './request-log.ts';

type Options = Parameters<typeof requestLog>[1];

/** The line of one request by person 42 from 192.0.2.7. */
async function lineWith(people: Options['people'], secret: string) {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const app = Fastify({ loggerInstance: pino({ level: 'info' }, sink) });
  app.decorateRequest('knownAs', null);
  await app.register(requestLog, { people, secret: Buffer.from(secret) });
  app.get('/activate/:token', async (request) => {
    request.knownAs = { userId: 42, sessionId: null };
    return {};
  });
  await app.inject({ url: '/activate/very-secret?search=Lindqvist&data=token', remoteAddress: '192.0.2.7' });
  await app.close();
  const own = lines.filter((line) => line.includes('"route"'));
  expect(own).toHaveLength(1);
  expect(own[0]).not.toMatch(/very-secret|Lindqvist|data=/);
  return JSON.parse(own[0] ?? '{}');
}

test('a line names the route pattern, the person and the address, and never the actual path', async () => {
  const line = { method: 'GET', route: '/activate/:token', status: 200, user: 42, ip: '192.0.2.7' };
  expect(await lineWith('plain', 'a')).toMatchObject(line);
});

test('pseudonyms are the same for the same person, and others with another secret', async () => {
  const { user, ip } = await lineWith('pseudonym', 'a');
  expect(user).toMatch(/^[\w-]{16}$/);
  expect(ip).toMatch(/^[\w-]{16}$/);
  expect(await lineWith('pseudonym', 'a')).toMatchObject({ user, ip });
  expect((await lineWith('pseudonym', 'b')).user).not.toBe(user);
});

test('the request log has no person and no address if the deployment switches them off', async () => {
  const line = await lineWith('none', 'a');
  expect(line).not.toHaveProperty('user');
  expect(line).not.toHaveProperty('ip');
});
