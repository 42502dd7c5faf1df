import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { PersonHere } from '@cusp/contract/presence';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { Hub } from '../../platform/events/hub.ts';
import { eventually } from '../../testing/eventually.ts';
import { openFreshSides } from '../../testing/two-sides.ts';
import { tidyPresence } from './heartbeat.ts';
import { endVisits, LostConnections } from './lost-connections.ts';

const { t, people, newCase } = await openFreshSides();
let caseId: number;
type Person = { id: number };
beforeEach(async () => {
  ({ id: caseId } = await newCase());
});

/** One opening of the case by a person. */
async function visitOf(person: Person, visit: string = randomUUID()) {
  const client = await t.as(person as typeof people.author);
  const path = `/v1/cases/${caseId}/presence/`;
  return {
    be: async (typing = false): Promise<PersonHere[]> => {
      const reply = await client.put(path, { visit, typing });
      expect(reply.statusCode, reply.body).toBe(200);
      return reply.json().people;
    },
    leave: () => client.delete(`${path}?visit=${visit}`),
  };
}

/** Cases a person is notified of, here or in another process. */
function presenceChangesFor(hub: Hub, person: Person): number[] {
  const cases: number[] = [];
  hub.add({
    userId: person.id,
    sessionId: null,
    onEvent: () => {},
    onPresence: (id) => cases.push(id),
    onEnd: () => {},
    onClose: () => {},
  });
  return cases;
}

/** The session of a person's open page. */
async function sessionOf(person: Person): Promise<string> {
  const { session_id } = await t.services.db
    .selectFrom('case_visit')
    .select('session_id')
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow();
  return session_id ?? '';
}

test('people who do not see the case learn neither that it exists nor who has it open', async () => {
  await (await visitOf(people.author)).be();
  for (const person of [people.partner, people.stranger]) {
    const client = await t.as(person);
    const body = { visit: randomUUID(), typing: false };
    expect((await client.put(`/v1/cases/${caseId}/presence/`, body)).statusCode).toBe(404);
    const gone = await client.delete(`/v1/cases/${caseId}/presence/?visit=${body.visit}`);
    expect(gone.statusCode).toBe(404);
  }
  expect(await (await visitOf(people.recipient)).be()).toHaveLength(1);
});

test('a malformed visit is refused', async () => {
  const client = await t.as(people.author);
  for (const body of [{}, { visit: 'x', typing: true }, { visit: randomUUID(), typing: 'yes' }]) {
    expect((await client.put(`/v1/cases/${caseId}/presence/`, body)).statusCode).toBe(400);
  }
});

test('people of both sides see each other once each, and not themselves', async () => {
  const author = await visitOf(people.author);
  const otherTab = await visitOf(people.author);
  const lab = await visitOf(people.recipient);
  expect(await author.be()).toEqual([]);
  expect(await otherTab.be()).toEqual([]);
  expect(await lab.be()).toEqual([
    { id: people.author.id, name: 'Ada Author', picture: null, is_typing: false },
  ]);
  expect((await author.be()).map(({ name }) => name)).toEqual(['Rita Recipient']);
  await author.leave();
  expect(await lab.be()).toHaveLength(1);
  await otherTab.leave();
  expect(await lab.be()).toEqual([]);
});

test('nobody ends the visit of somebody else', async () => {
  const visit = randomUUID();
  await (await visitOf(people.author, visit)).be();
  await (await visitOf(people.recipientMate, visit)).leave();
  expect(await (await visitOf(people.recipient)).be()).toHaveLength(1);
});

test('typing is shown until it ends, and for at most ten seconds', async () => {
  const author = await visitOf(people.author);
  const lab = await visitOf(people.recipient);
  await author.be(true);
  expect(await lab.be()).toMatchObject([{ is_typing: true }]);
  await author.be(false);
  expect(await lab.be()).toMatchObject([{ is_typing: false }]);
  await author.be(true);
  await sql`update case_visit set typing_until = now() - interval '1 second'`.execute(t.services.db);
  expect(await lab.be()).toMatchObject([{ is_typing: false }]);
});

test('a silent page counts as gone and is cleaned up', async () => {
  await (await visitOf(people.author)).be();
  const lab = await visitOf(people.recipient);
  await sql`update case_visit set seen_at = now() - interval '26 seconds'`.execute(t.services.db);
  expect(await lab.be()).toEqual([]);
  await tidyPresence(t.services);
  const left = await t.services.db.selectFrom('case_visit').select('user_id').execute();
  expect(left.map(({ user_id }) => user_id)).toEqual([people.recipient.id]);
});

test('a browser whose connection broke is gone unless one of its pages sends a heartbeat', async () => {
  const [killed, lab] = [await visitOf(people.author), await visitOf(people.recipient)];
  await killed.be();
  await lab.be();
  const sessionId = await sessionOf(people.author);
  const { rows } = await sql<{ at: string }>`select now()::text as at`.execute(t.services.db);
  const since = rows[0]?.at ?? '';
  const news = presenceChangesFor(t.services.hub, people.recipient);
  await endVisits(t.services, sessionId, since);
  expect(news).toEqual([caseId]);
  expect(await lab.be()).toEqual([]);
  await killed.be();
  await endVisits(t.services, sessionId, since);
  expect(await lab.be()).toHaveLength(1);
});

test('somebody who left the group is not notified that somebody has gone', async () => {
  const [lab, mate] = [await visitOf(people.recipient), await visitOf(people.recipientMate)];
  await lab.be();
  await mate.be();
  await (await visitOf(people.author)).be();
  await t.services.db.deleteFrom('group_member').where('user_id', '=', people.recipientMate.id).execute();
  const [still, gone] = [people.recipient, people.recipientMate].map((person) =>
    presenceChangesFor(t.services.hub, person),
  );
  await endVisits(t.services, await sessionOf(people.author), 'infinity');
  expect(still).toEqual([caseId]);
  expect(gone).toEqual([]);
});

test('a broken connection asks the person’s other tabs, and viewers are notified of the end', async () => {
  const [killed, lab] = [await visitOf(people.author), await visitOf(people.recipient)];
  await killed.be();
  await lab.be();
  const sessionId = await sessionOf(people.author);
  const [own, others] = [
    presenceChangesFor(t.services.hub, people.author),
    presenceChangesFor(t.services.hub, people.recipient),
  ];
  const lines = new LostConnections(t.services, 1);
  try {
    await lines.broke({ userId: people.author.id, sessionId });
    expect(own).toEqual([caseId]);
    await eventually(() => expect(others).toEqual([caseId]));
    expect(await lab.be()).toEqual([]);
    await killed.be();
    await lines.ended({ userId: people.author.id, sessionId });
    expect(await lab.be()).toEqual([]);
  } finally {
    lines.close();
  }
});

test('the end of a stream counts as a broken connection', async () => {
  await (await visitOf(people.author)).be();
  const own = presenceChangesFor(t.services.hub, people.author);
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = t.app.server.address() as AddressInfo;
  const { cookie } = await t.as(people.author);
  const leaving = new AbortController();
  await fetch(`http://127.0.0.1:${port}/heclore/events/`, {
    headers: { cookie: `cusp=${cookie}` },
    signal: leaving.signal,
  });
  expect(own).toEqual([]);
  leaving.abort();
  await eventually(() => expect(own).toEqual([caseId]));
});

test('somebody who left the group is not shown as present', async () => {
  await (await visitOf(people.recipientMate)).be();
  const author = await visitOf(people.author);
  expect(await author.be()).toHaveLength(1);
  await t.services.db.deleteFrom('group_member').where('user_id', '=', people.recipientMate.id).execute();
  expect(await author.be()).toEqual([]);
});

test('viewers are notified when somebody comes, types or leaves, and of nothing else', async () => {
  const hub = t.services.hub;
  await (await visitOf(people.recipient)).be();
  const [lab, mate, partner] = [people.recipient, people.authorMate, people.partner].map((person) =>
    presenceChangesFor(hub, person),
  );
  const author = await visitOf(people.author);
  await author.be();
  expect(lab).toEqual([caseId]);
  await author.be();
  expect(lab).toEqual([caseId]);
  await author.be(true);
  await author.be(true);
  expect(lab).toEqual([caseId, caseId]);
  await author.leave();
  await author.leave();
  expect(lab).toEqual([caseId, caseId, caseId]);
  expect([mate, partner]).toEqual([[], []]);
});

test('another process gets the notification too, and this one only once', async () => {
  await (await visitOf(people.recipient)).be();
  const there = new Hub(t.services.db, t.services.log);
  await there.start(t.urls.direct);
  try {
    const far = presenceChangesFor(there, people.recipient);
    const near = presenceChangesFor(t.services.hub, people.recipient);
    await (await visitOf(people.author)).be();
    await eventually(() => expect(far).toEqual([caseId]));
    expect(near).toEqual([caseId]);
  } finally {
    await there.close();
  }
});
