import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createMember, formOf, PASSWORD } from '../../testing/sign-in.ts';
import { openTestApp } from '../../testing/test-app.ts';

const LEAKED = 'nine lost keys';
const digestOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase();

/** Plays the service that lists leaked passwords by the beginning of their digest. */
const asked: string[] = [];
const home = (reply: ServerResponse) =>
  void reply.end(`0018A45C4D1DEF81644B54AB7F969B88D65:0\r\n${digestOf(LEAKED).slice(5)}:42\r\n`);
let answer: (reply: ServerResponse) => void = home;
const lists = createServer((request, reply) => {
  asked.push(request.url ?? '');
  answer(reply);
}).listen(0, '127.0.0.1');
await new Promise((resolve) => lists.once('listening', resolve));
afterAll(() => lists.close().closeAllConnections());

const t = await openTestApp({
  config: { leakedPasswordsUrl: `http://127.0.0.1:${(lists.address() as AddressInfo).port}/range` },
});

beforeEach(() => void asked.splice(0));

async function change(password: string) {
  const person = await createMember(t, { first_name: 'Marta', last_name: 'Wiśniewska' });
  const form = formOf({ old_password: PASSWORD, password, password_confirm: password });
  const reply = await (await t.as(person)).put('/v1/auth/change-password/', form);
  return reply.statusCode === 200 ? 'taken' : reply.json().code;
}

test('a password with one’s own name is refused before anybody is asked', async () => {
  expect(await change('Wiśniewska-1985')).toBe('password_guessable');
  expect(asked).toEqual([]);
});

test('a leaked password is refused, and the service learns five digits of its digest', async () => {
  expect(await change(LEAKED)).toBe('password_leaked');
  expect(asked).toEqual([`/range/${digestOf(LEAKED).slice(0, 5)}`]);
  expect(await change('nine found keys')).toBe('taken');
});

test.each<[string, (reply: ServerResponse) => void]>([
  ['fails', (reply) => void reply.writeHead(503).end()],
  ['leads elsewhere', (reply) => void reply.writeHead(302, { location: '/range/00000' }).end()],
  ['answers far too much', (reply) => void reply.end('0'.repeat(1_000_000))],
  ['lists the digest as padding', (reply) => void reply.end(`${digestOf(LEAKED).slice(5)}:0`)],
])('a password is taken when the service %s', async (_, play) => {
  answer = play;
  expect(await change(LEAKED)).toBe('taken');
  answer = home;
});
