import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { inTransaction } from '../../platform/work.ts';
import { openFreshSides, waitingJobs } from '../../testing/two-sides.ts';
import { openSession } from '../identity/sessions.ts';
import { fileEvent } from '../inbox/file-event.ts';
import { planBrowsers, sendPush } from './send-push.ts';
import { resealVapid, vapidKey } from './vapid.ts';

const { t, people, newCase } = await openFreshSides();

/** A push service that answers every message with one status, or those of one browser with another or late. */
let status = 201;
const answers = new Map<string, number>();
const delays = new Map<string, number>();
/** Offset of the clock; it does not run on its own, so that a slow machine does not look like a slow service. */
let ahead = 0;
const { now } = Date;
const received: { path: string; headers: NodeJS.Dict<string | string[]>; body: Buffer }[] = [];
const service = createServer(async (request, reply) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) });
  ahead += delays.get(request.url ?? '') ?? 0;
  reply.writeHead(answers.get(request.url ?? '') ?? status, { location: '/elsewhere' }).end();
});
await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
afterAll(() => service.close());
beforeEach(async () => {
  status = 201;
  answers.clear();
  delays.clear();
  received.length = 0;
  ahead = 0;
  const began = now();
  vi.spyOn(Date, 'now').mockImplementation(() => began + ahead);
  await t.services.db.deleteFrom('push_subscription').execute();
});

/** A browser with its keys. */
function browser(path: string) {
  const ecdh = createECDH('prime256v1');
  const point = ecdh.generateKeys();
  const auth = randomBytes(16);
  return {
    subscription: {
      endpoint: origin + path,
      keys: { p256dh: point.toString('base64url'), auth: auth.toString('base64url') },
    },
    /** Decrypts a message according to RFC 8291. */
    read(body: Buffer) {
      const [salt, sender, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), point, sender]);
      const key = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32));
      const of = (name: string, length: number) =>
        Buffer.from(hkdfSync('sha256', key, salt, `Content-Encoding: ${name}\0`, length));
      const cipher = createDecipheriv('aes-128-gcm', of('aes128gcm', 16), of('nonce', 12));
      cipher.setAuthTag(sealed.subarray(-16));
      const text = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
      return JSON.parse(text.subarray(0, -1).toString()) as Record<string, string>;
    },
  };
}

type Job = Parameters<typeof sendPush>[1];
/** The notices about which people are notified. */
const noticeJobs = async () => {
  for (const { eventId } of (await waitingJobs(t, 'notices')) as { eventId: number }[])
    await fileEvent(t.services, eventId);
  await sql`delete from pgboss.job where name = 'notices'`.execute(t.services.db);
  return (await waitingJobs(t, 'push')) as { userId: number; noticeId: number }[];
};
/** The jobs of past events, taken out of their queue. */
const takeJobs = async () => {
  for (const notice of await noticeJobs()) await planBrowsers(t.services, notice);
  const jobs = (await waitingJobs(t, 'push-browser')) as unknown as Job[];
  await sql`delete from pgboss.job where name in ('push', 'push-browser')`.execute(t.services.db);
  return jobs;
};
const run = async () => {
  for (const job of await takeJobs()) await sendPush(t.services, job);
};
/** A case in which the recipient mentions the author. */
const mention = async () => {
  const { id, no } = await newCase({ patient_last: 'Secretname' });
  const mentions = [{ user_id: people.author.id, start: 0, length: 2 }];
  await (await t.as(people.recipient)).post(`/v1/cases/${id}/comment/`, {
    comment: '@x secret text',
    mentions,
  });
  return { id, no };
};
const subscriptions = async () =>
  (await t.services.db.selectFrom('push_subscription').select('id').execute()).length;

test('a key that is no point of the curve, and wrong lengths, are refused', async () => {
  const client = await t.as(people.author);
  const { subscription } = browser('/a');
  for (const keys of [
    { ...subscription.keys, p256dh: Buffer.alloc(65, 4).toString('base64url') },
    { ...subscription.keys, auth: 'short' },
  ])
    expect((await client.put('/v1/push/', { ...subscription, keys })).statusCode).toBe(400);
  expect((await client.get('/v1/push/')).json()).toMatchObject({ is_on: false });
});

test('nobody is notified without a subscription, of other kinds, or of what they have read or may not see', async () => {
  await mention();
  await run();
  const client = await t.as(people.author);
  await client.put('/v1/push/', browser('/a').subscription);
  const { id } = await newCase();
  await (await t.as(people.recipient)).post(`/v1/cases/${id}/comment/`, { comment: 'hello' });
  await run();
  expect(received).toEqual([]);
  const lost = await mention();
  for (const { eventId } of (await waitingJobs(t, 'notices')) as { eventId: number }[])
    await fileEvent(t.services, eventId);
  await t.services.db
    .updateTable('dental_case')
    .set({ author_removed_at: new Date() })
    .where('id', '=', lost.id)
    .execute();
  await run();
  expect(received).toEqual([]);
});

test('a notification has who did what and the number, encrypted for the browser and signed, and nothing of the patient', async () => {
  const client = await t.as(people.author);
  const mine = browser('/mine');
  await client.put('/v1/push/', mine.subscription);
  const { public_key } = (await client.get('/v1/push/')).json();
  const { id, no } = await mention();
  await run();
  expect(received).toHaveLength(1);
  const [{ headers, body, path } = { headers: {}, body: Buffer.alloc(0), path: '' }] = received;
  expect(path).toBe('/mine');
  const message = mine.read(body);
  expect(message).toMatchObject({ body: `Rita Recipient mentioned you\n${no}`, path: `/case/${id}` });
  expect(JSON.stringify(message)).not.toMatch(/Secretname|secret text/);
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '43200' });
  const [, token = '', key] = /^vapid t=(.+), k=(.+)$/.exec(String(headers.authorization)) ?? [];
  expect(key).toBe(public_key);
  expect(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
    aud: origin,
    exp: expect.any(Number),
  });
});

test.each([
  ['verdent', 'de', 'Verdent Bridge', 'Rita Recipient hat Sie erwähnt'],
  ['crownly', 'ko', 'Crownly Desk', 'Rita Recipient 님이 회원님을 멘션했습니다'],
] as const)(
  'for a person of %s in %s it has the name, icon and language of these',
  async (brand, language, title, text) => {
    await t.services.db
      .updateTable('app_user')
      .set({ brand, language })
      .where('id', '=', people.author.id)
      .execute();
    const mine = browser('/mine');
    await (await t.as(people.author)).put('/v1/push/', mine.subscription);
    const { no } = await mention();
    await run();
    expect(mine.read(received[0]?.body ?? Buffer.alloc(0))).toMatchObject({
      title,
      body: `${text}\n${no}`,
      icon: `/brands/${brand}/icon-192.png`,
      lang: language,
    });
  },
);

test('a subscription ends with its session, when the service says so, and when the browser leaves', async () => {
  const client = await t.as(people.author);
  await client.put('/v1/push/', browser('/one').subscription);
  await mention();
  status = 410;
  await run();
  expect([received.length, await subscriptions()]).toEqual([1, 0]);
  status = 201;
  await client.put('/v1/push/', browser('/two').subscription);
  expect((await client.delete('/v1/push/')).statusCode).toBe(200);
  await mention();
  await run();
  await client.put('/v1/push/', browser('/three').subscription);
  await t.services.db
    .updateTable('session')
    .set({ ended_at: new Date(), end_reason: 'signed out' })
    .where('user_id', '=', people.author.id)
    .execute();
  await mention();
  await run();
  expect(received).toHaveLength(1);
});

test('the same browser moves to the session that subscribed last', async () => {
  const { subscription } = browser('/shared');
  await (await t.as(people.author)).put('/v1/push/', subscription);
  await (await t.as(people.recipientMate)).put('/v1/push/', subscription);
  await mention();
  await run();
  expect(received).toEqual([]);
});

test.each([302, 429, 503])('a service that answers %i is asked again, and no other address', async (code) => {
  await (await t.as(people.author)).put('/v1/push/', browser('/down').subscription);
  await mention();
  status = code;
  await expect(run()).rejects.toThrow(String(code));
  expect(await subscriptions()).toBe(1);
  expect(received.map(({ path }) => path)).toEqual(['/down']);
});

/** Subscribes the browser of another session of the author. */
const onDesk = async (payload: object) => {
  const origin = { ip: '', userAgent: '', requestId: null };
  const { access } = await inTransaction(t.services, origin, (work) => openSession(work, people.author.id));
  const headers = { authorization: `Bearer ${access}` };
  const reply = await t.app.inject({ method: 'PUT', url: '/heclore/v1/push/', headers, payload });
  expect(reply.statusCode).toBe(200);
};

test('each browser of a person has a job of its own, so that one which fails repeats nothing on the others', async () => {
  await (await t.as(people.author)).put('/v1/push/', browser('/phone').subscription);
  await onDesk(browser('/desk').subscription);
  await mention();
  // Processes of the previous release send such a job to all browsers, and theirs are sent here.
  expect(await noticeJobs()).toEqual([{ userId: people.author.id, noticeId: expect.any(Number) }]);
  const jobs = await takeJobs();
  answers.set('/phone', 503);
  const outcomes = await Promise.allSettled(jobs.map((job) => sendPush(t.services, job)));
  answers.clear();
  for (const [at, { status: outcome }] of outcomes.entries())
    if (outcome === 'rejected') await sendPush(t.services, jobs[at] as Job);
  expect(received.map(({ path }) => path).toSorted()).toEqual(['/desk', '/phone', '/phone']);
});

test('a push service that is slow is spared for a minute and then asked once, and others are not held up', async () => {
  await (await t.as(people.author)).put('/v1/push/', browser('/slow').subscription);
  const [slow] = await t.services.db.selectFrom('push_subscription').select('id').execute();
  const desk = browser('/desk').subscription;
  await onDesk({ ...desk, endpoint: desk.endpoint.replace('127.0.0.1', 'localhost') });
  await mention();
  await mention();
  const jobs = await takeJobs();
  const toSlow = jobs.filter(({ browserId }) => browserId === slow?.id);
  const toDesk = jobs.filter((job) => !toSlow.includes(job));
  const send = (some: Job[]) => Promise.allSettled(some.map((job) => sendPush(t.services, job)));
  const calls = () => received.filter(({ path }) => path === '/slow').length;
  answers.set('/slow', 503);
  delays.set('/slow', 10_000);
  await send(toSlow.slice(1));
  await send(toSlow);
  expect(calls()).toBe(1);
  await send(toDesk);
  expect(received.map(({ path }) => path)).toEqual(['/slow', '/desk', '/desk']);
  ahead += 60_000;
  expect((await send(toSlow)).map((one) => one.status)).toEqual(['rejected', 'rejected']);
  expect(calls()).toBe(2);
  delays.clear();
  answers.clear();
  ahead += 60_000;
  await send(toSlow.slice(1));
  expect(calls()).toBe(3);
  await send(toSlow);
  expect(calls()).toBe(5);
});

test('nobody is notified by the job of somebody else’s browser', async () => {
  await (await t.as(people.author)).put('/v1/push/', browser('/mine').subscription);
  await mention();
  for (const job of await takeJobs()) await sendPush(t.services, { ...job, userId: people.recipient.id });
  expect(received).toEqual([]);
});

test('the key stays the same for all processes, is sealed again by a rotation, and replaced if nothing opens it', async () => {
  const [one, other] = await Promise.all([vapidKey(t.services), vapidKey(t.services)]);
  expect(one.publicKey).toBe(other.publicKey);
  const rotated = { ...t.services, secret: randomBytes(32), formerSecrets: [t.services.secret] };
  expect([await resealVapid(rotated), await resealVapid(rotated)]).toEqual([true, false]);
  const alone = { ...rotated, formerSecrets: [] };
  expect((await vapidKey(alone)).publicKey).toBe(one.publicKey);
  await (await t.as(people.author)).put('/v1/push/', browser('/old').subscription);
  expect((await vapidKey({ ...alone, secret: randomBytes(32) })).publicKey).not.toBe(one.publicKey);
  expect(await subscriptions()).toBe(0);
});
