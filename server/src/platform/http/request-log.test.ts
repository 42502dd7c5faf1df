import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable, Writable } from 'node:stream';
import Fastify from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { requestLog, StreamErrorsOnly } from './request-log.ts';

type Options = Parameters<typeof requestLog>[1];

function openApp() {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const app = Fastify({
    loggerInstance: pino({ level: 'info' }, sink),
    logController: new StreamErrorsOnly(),
  });
  return { app, lines };
}

/** The line of one request by person 42 from 192.0.2.7. */
async function lineWith(people: Options['people'], secret: string) {
  const { app, lines } = openApp();
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

/** A reply whose first part the client has, and the stream that the server still sends. */
async function begunReply() {
  const { app, lines } = openApp();
  const source = new Readable({ read() {} });
  app.get('/', (_request, reply) => reply.send(source));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const request = get({ port, host: '127.0.0.1', agent: false });
  source.push('first part');
  const [reply] = (await once(request, 'response')) as [IncomingMessage];
  const errors = () => lines.map((line) => JSON.parse(line)).filter(({ level }) => level > 30);
  return { app, source, reply, errors };
}

test('a reply that ends early breaks the connection and is an error in the log', async () => {
  const { app, source, reply, errors } = await begunReply();
  const end = once(reply.resume(), 'end');
  source.destroy(new Error('the rest cannot be read'));
  await expect(end).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(errors()).toMatchObject([
    { msg: 'could not send the whole reply', err: { message: 'the rest cannot be read' } },
  ]);
  await app.close();
});

test('a client that stops a download is no error in the log', async () => {
  const { app, source, reply, errors } = await begunReply();
  const stopped = once(source, 'close');
  reply.destroy();
  await stopped;
  await app.close();
  expect(errors()).toEqual([]);
});
