import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sidOf } from '@cusp/contract/storage-region';
import { describe, expect, onTestFinished, test } from 'vitest';
import { challengeOf } from '../../platform/secrets/code-challenge.ts';
import { arriveAt, completeAt, cookiesOf, newVerifier, postArrivalFrom } from '../../testing/arrivals.ts';
import { createCase, createGroup, createLabUser, createUser } from '../../testing/factories.ts';
import { admitGuest } from '../../testing/guests.ts';
import { crown, orderEdits } from '../../testing/order-edits.ts';
import { openTwoRegions, peerAt } from '../../testing/regions.ts';
import { ask } from '../../testing/sign-in.ts';
import { type Client, clientFor, openAppForTest } from '../../testing/test-app.ts';
import { waitingJobs } from '../../testing/two-sides.ts';
import { sendCommentMail } from '../case-mails/comment-mail.ts';

const { us, eu, usUrl } = await openTwoRegions();

const startAt = async (client: Client, verifier: string) =>
  client.post('/v1/region-visit/', { codeChallenge: challengeOf(verifier) });
const countFor = async (client: Client) => (await client.get('/v1/region-visit/')).json();

/** The databases of tests generate the same ids, so people with rows in both get ids beyond that range. */
let lastId = 1_000_000;
const nextId = () => {
  lastId += 16;
  return lastId;
};

/** A clinic of the EU, and a lab of the US that has a case of it, as after the clinic moved. */
async function practice(presence: 'guest' | 'moved' = 'guest') {
  const lab = await createLabUser(us.services, { id: nextId(), language: 'de' });
  const guest = await admitGuest(eu.services, lab, presence);
  const clinic = await createUser(eu.services, { region: 'eu' });
  const dentalCase = await createCase(eu.services, { author: clinic, recipient: guest, status: 'PROC' });
  return { lab, guest, clinic, dentalCase };
}

/** The guest's client at the EU site, through all steps of a browser. */
async function visit(lab: { id: number }) {
  const codeVerifier = newVerifier();
  const begun = await startAt(await us.as(lab), codeVerifier);
  const arrived = await arriveAt(usUrl, eu, { code: begun.json().arrival_code, codeVerifier });
  const cookie = String(arrived.cookies.find(({ name }) => name === 'cusp')?.value);
  return { arrived, client: clientFor(eu.app, arrived.json().access, cookie) };
}

describe('a visit', () => {
  test('a visit needs a session at home, a guest row of the caller’s region and one that is not blocked', async () => {
    const verifier = newVerifier();
    expect((await startAt(us.nobody, verifier)).statusCode).toBe(401);
    const unknown = await createUser(us.services, { id: nextId() });
    expect((await startAt(await us.as(unknown), verifier)).statusCode).toBe(404);
    // The same id is an account of the EU: the US cannot speak for it.
    const own = await createUser(us.services, { id: nextId() });
    await createUser(eu.services, { id: own.id, region: 'eu' });
    expect((await startAt(await us.as(own), verifier)).statusCode).toBe(404);
    // A person whose own row says that their home is the asked region.
    const theirs = await createUser(us.services, { id: nextId() });
    await createUser(eu.services, { id: theirs.id, region: 'eu', presence: 'guest' });
    expect((await startAt(await us.as(theirs), verifier)).statusCode).toBe(404);
    const { lab, guest } = await practice();
    const blocked = { blocked_at: new Date(), blocked_by: guest.id };
    await eu.services.db.updateTable('app_user').set(blocked).where('id', '=', guest.id).execute();
    expect((await startAt(await us.as(lab), verifier)).statusCode).toBe(404);
  });

  test.each(['guest', 'moved'] as const)(
    'a visit of a person with the row %s opens a session of eight hours',
    async (presence) => {
      const { lab, dentalCase } = await practice(presence);
      const { arrived, client } = await visit(lab);
      expect(arrived.json()).toMatchObject({ user_loc: 'US', server_loc: 'EU' });
      const check = (
        await ask(eu, {
          method: 'GET',
          path: '/v1/auth/check/',
          headers: { cookie: `cusp=${client.cookie}` },
        })
      ).json();
      expect(check).toMatchObject({ guest: true, user: { id: lab.id } });
      const left = Date.parse(check.session.ends_at) - Date.now();
      expect(left).toBeLessThanOrEqual(8 * 3_600_000);
      expect(left).toBeGreaterThan(7 * 3_600_000);
      const { posts } = (await client.get('/v1/cases/')).json();
      expect(posts.map(({ id }: { id: number }) => id)).toEqual([dentalCase.id]);
    },
  );

  test('a visit can be refreshed and ended, and is no account of this region', async () => {
    const { lab } = await practice();
    const { client } = await visit(lab);
    const headers = { cookie: `cusp=${client.cookie}`, 'action-id': 'a-1' };
    const renewed = await ask(eu, { path: '/v1/auth/refresh/', headers });
    expect(renewed.statusCode).toBe(200);
    const cookie = `cusp=${renewed.cookies.find(({ name }) => name === 'cusp')?.value}`;
    const access = clientFor(eu.app, renewed.json().access, '');
    expect((await access.get('/v1/user/edit/')).json().code).toBe('closed_to_guests');
    await ask(eu, { path: '/v1/auth/logout/', headers: { cookie, 'action-id': 'a-2' } });
    expect((await access.get('/v1/cases/')).statusCode).toBe(401);
  });

  test('a visit ends when the person is at home here again', async () => {
    const { lab, guest } = await practice();
    const { client } = await visit(lab);
    await eu.services.db
      .updateTable('app_user')
      .set({ presence: 'home', region: 'eu', moved_at: null })
      .where('id', '=', guest.id)
      .execute();
    expect((await client.get('/v1/cases/')).statusCode).toBe(401);
  });

  test('a visit takes the place of the session that the browser had at this site', async () => {
    const { lab, clinic } = await practice();
    const before = await eu.as(clinic);
    const codeVerifier = newVerifier();
    const { arrival_code: code } = (await startAt(await us.as(lab), codeVerifier)).json();
    const posted = await postArrivalFrom(usUrl, eu, { code, codeVerifier });
    const arrived = await completeAt(eu, `${cookiesOf(posted)}; cusp=${before.cookie}`);
    expect(arrived.statusCode).toBe(200);
    expect((await before.get('/v1/cases/')).statusCode).toBe(401);
  });

  test('a visit needs the page that began it, in its time, and works once', async () => {
    const { lab, guest } = await practice();
    const codeVerifier = newVerifier();
    const code = async () => (await startAt(await us.as(lab), codeVerifier)).json().arrival_code;
    const over = async (form: { code: string; codeVerifier: string }, origin = usUrl) => {
      const { statusCode, ...reply } = await arriveAt(origin, eu, form);
      return [statusCode, reply.json().code];
    };
    const OVER = [401, 'arrival_over'];
    expect(await over({ code: await code(), codeVerifier: newVerifier() })).toEqual(OVER);
    expect(await over({ code: await code(), codeVerifier }, 'https://attacker.example')).toEqual(OVER);
    const used = await code();
    expect((await arriveAt(usUrl, eu, { code: used, codeVerifier })).statusCode).toBe(200);
    expect(await over({ code: used, codeVerifier })).toEqual(OVER);
    const late = await code();
    await eu.services.db
      .updateTable('arrival_code')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('user_id', '=', guest.id)
      .execute();
    expect(await over({ code: late, codeVerifier })).toEqual(OVER);
    // A code of a visit opens no account of this region.
    const home = await code();
    await eu.services.db
      .updateTable('app_user')
      .set({ presence: 'home' })
      .where('id', '=', guest.id)
      .execute();
    expect(await over({ code: home, codeVerifier })).toEqual(OVER);
  });
});

describe('a guest', () => {
  test('a guest comments and changes the status until the case is closed, then only reads', async () => {
    const { lab, clinic, dentalCase } = await practice();
    const { client } = await visit(lab);
    const at = `/v1/cases/${dentalCase.id}`;
    const { id } = (await client.post(`${at}/comment/`, { comment: 'From the guest' })).json();
    expect((await client.put(`/v1/comments/${id}/edit/`, { comment: 'Anew' })).statusCode).toBe(200);
    expect((await client.put(`${at}/status/`, { action: 'COMP' })).statusCode).toBe(200);
    expect((await (await eu.as(clinic)).put(`${at}/status/`, { action: 'CLSD' })).statusCode).toBe(200);
    const refused = [
      await client.post(`${at}/comment/`, { comment: 'Too late' }),
      await client.put(`/v1/comments/${id}/edit/`, { comment: 'Too late' }),
      await client.delete(`/v1/comments/${id}/remove/`),
      await client.put(`${at}/status/`, { action: 'REOP' }),
    ];
    expect(refused.map((reply) => [reply.statusCode, reply.json().code])).toEqual(
      Array.from({ length: 4 }, () => [409, 'case_closed']),
    );
    for (const part of ['all', 'comments', 'files', 'history'])
      expect((await client.get(`${at}/${part}/`)).statusCode, part).toBe(200);
    expect((await client.post(`${at}/files/download/`)).statusCode).toBe(200);
  });

  test('a guest answers a proposed change, which would otherwise hold up the status, and withdraws none', async () => {
    const { lab, clinic, dentalCase } = await practice();
    const { edit, contentOf } = orderEdits(eu);
    const { client } = await visit(lab);
    const at = `/v1/cases/${dentalCase.id}`;
    const fields = { restorations: [crown({ teeth: [17] })] };
    const proposed = await edit(clinic, dentalCase.id, { as: 'proposal', fields });
    const proposal = `${at}/proposals/${proposed.json().proposal}`;
    expect((await client.put(`${at}/status/`, { action: 'COMP' })).json().code).toBe('proposal_open');
    expect((await client.post(`${proposal}/withdraw/`)).json().code).toBe('closed_to_guests');
    const reply = await client.post(`${proposal}/answer/`, { version: 1, answer: 'accept' });
    expect([reply.statusCode, reply.json()]).toEqual([200, { version: 2 }]);
    const { restorations } = await contentOf(clinic, dentalCase.id);
    expect(restorations.map(({ teeth }) => teeth)).toEqual([[17]]);
    expect((await client.put(`${at}/status/`, { action: 'COMP' })).statusCode).toBe(200);
  });

  test('a guest answers no proposal of a closed case', async () => {
    const { lab, clinic, dentalCase } = await practice();
    const { client } = await visit(lab);
    const at = `/v1/cases/${dentalCase.id}`;
    await client.put(`${at}/status/`, { action: 'COMP' });
    const fields = { restorations: [crown({ teeth: [17] })] };
    const proposed = await orderEdits(eu).edit(clinic, dentalCase.id, { as: 'proposal', fields });
    await (await eu.as(clinic)).put(`${at}/status/`, { action: 'CLSD' });
    const answer = { version: 1, answer: 'accept' };
    const reply = await client.post(`${at}/proposals/${proposed.json().proposal}/answer/`, answer);
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'proposal_over']);
  });

  test('a guest sees only the cases that they are a party of', async () => {
    const { lab } = await practice();
    const { dentalCase: other } = await practice();
    const { client } = await visit(lab);
    expect((await client.get(`/v1/cases/${other.id}/all/`)).statusCode).toBe(404);
    expect((await client.post(`/v1/cases/${other.id}/comment/`, { comment: 'Hello' })).statusCode).toBe(404);
  });
});

test('mails about the case lead guests to a visit, and others to the case', async () => {
  const { lab, clinic, guest, dentalCase } = await practice();
  const at = `/v1/cases/${dentalCase.id}`;
  await (await eu.as(clinic)).post(`${at}/comment/`, { comment: 'From the clinic' });
  const { client } = await visit(lab);
  await client.post(`${at}/comment/`, { comment: 'From the guest' });
  for (const job of await waitingJobs(eu, 'comment-mail'))
    if (job.caseId === dentalCase.id)
      await sendCommentMail(eu.services, job as unknown as Parameters<typeof sendCommentMail>[1]);
  const links = (await waitingJobs(eu, 'mail')).flatMap(({ userId, to, params }) =>
    userId === guest.id || userId === clinic.id ? [[to, (params as { link: string }).link]] : [],
  );
  const sid = sidOf('EU');
  expect(Object.fromEntries(links)).toEqual({
    [lab.email]: `/region-visit?sid=${sid}&next=%2Fcase%2F${dentalCase.id}`,
    [clinic.email]: `/case/${dentalCase.id}`,
  });
});

describe('the number of cases in the other region', () => {
  test('the number of cases in the other region counts what the person sees there as a guest, for a minute', async () => {
    const { lab, clinic, guest } = await practice();
    await createCase(eu.services, { author: clinic, recipient: guest, draft: true });
    const client = await us.as(lab);
    expect(await countFor(client)).toEqual({ region: 'EU', cases: 1 });
    await createCase(eu.services, { author: clinic, recipient: guest });
    expect(await countFor(client)).toEqual({ region: 'EU', cases: 1 });
  });

  test('the number of cases in the other region is zero for others, also for an account of that region with the same id', async () => {
    const person = await createUser(us.services, { id: nextId() });
    await createUser(eu.services, { id: person.id, region: 'eu' });
    await createCase(eu.services, { author: person });
    expect(await countFor(await us.as(person))).toEqual({ region: 'EU', cases: 0 });
  });

  test('the number of cases in the other region includes the cases of the guest’s group there', async () => {
    const { lab, guest } = await practice();
    const mate = await createLabUser(us.services, { id: nextId() });
    await createGroup(eu.services, guest, [await admitGuest(eu.services, mate)]);
    expect(await countFor(await us.as(mate))).toEqual({ region: 'EU', cases: 1 });
    expect(await countFor(await us.as(lab))).toEqual({ region: 'EU', cases: 1 });
  });

  test('the number of cases in the other region is unknown while the other region is down, and visits say so', async () => {
    const down = createServer((_request, reply) => reply.destroy());
    await new Promise<void>((done) => down.listen(0, '127.0.0.1', done));
    onTestFinished(() => void down.close());
    const url = `http://127.0.0.1:${(down.address() as AddressInfo).port}`;
    const lone = await openAppForTest({ config: { otherRegionUrl: url, peer: peerAt(url, 'us') } });
    const client = await lone.as(await createUser(lone.services));
    expect(await countFor(client)).toEqual({ region: 'EU', cases: null });
    const begun = await startAt(client, newVerifier());
    expect([begun.statusCode, begun.json().code]).toEqual([503, 'region_unreachable']);
  });

  test('the number of cases in the other region is zero where there is one region', async () => {
    const alone = await openAppForTest();
    expect(await countFor(await alone.as(await createUser(alone.services)))).toEqual({
      region: null,
      cases: 0,
    });
  });
});
