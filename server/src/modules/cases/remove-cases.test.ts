import { StatusCode } from '@cusp/contract/cases';
import { expect, test } from 'vitest';
import { createCase } from '../../testing/factories.ts';
import { auditOf, eventsOf, ids, openTwoSides } from '../../testing/two-sides.ts';

const { t, people, newCase } = await openTwoSides();

const path = (id: number) => `/v1/cases/${id}/remove/`;

test('deleting cases: 401 for guests, 404 for strangers and uninvolved partners', async () => {
  const { id } = await newCase();
  expect((await t.nobody.delete(path(id))).statusCode).toBe(401);
  for (const person of [people.stranger, people.partner]) {
    const client = await t.as(person);
    expect((await client.delete(path(id))).statusCode).toBe(404);
    expect((await client.delete(path(0), { ids: [id] })).statusCode).toBe(404);
  }
});

test('deleting cases: 403 for everybody but the author', async () => {
  const { id } = await newCase();
  for (const person of [people.authorMate, people.recipient, people.recipientMate]) {
    const reply = await (await t.as(person)).delete(path(id));
    expect(reply.statusCode).toBe(403);
    expect(reply.json()).toMatchObject({ code: 'case_not_deletable' });
  }
});

test.each(StatusCode.options)('a case in status %s', async (status) => {
  const { id } = await newCase({ status });
  const author = await t.as(people.author);
  const allowed = ['OPEN', 'READ', 'CLSD'].includes(status);
  expect((await author.get(`/v1/cases/${id}/content/`)).json().del_enabled).toBe(allowed);
  expect((await author.delete(path(id))).statusCode).toBe(allowed ? 200 : 403);
});

test('deleting cases: 400 for no ids, too many or malformed ones', async () => {
  const author = await t.as(people.author);
  for (const body of [undefined, {}, { ids: [] }, { ids: ['x'] }, { ids: Array(101).fill(1) }]) {
    expect((await author.delete(path(0), body)).statusCode).toBe(400);
  }
});

test('deleting several cases, none of which may be deleted', async () => {
  const author = await t.as(people.author);
  const worked = await newCase({ status: 'PROC' });
  expect((await author.delete(path(0), { ids: [worked.id, 987654321] })).statusCode).toBe(403);
  expect((await author.delete(path(0), { ids: [987654320, 987654321] })).statusCode).toBe(404);
  expect((await author.get(`/v1/cases/${worked.id}/content/`)).statusCode).toBe(200);
});

test('deleting several cases deletes the allowed ones and lists the others', async () => {
  const author = await t.as(people.author);
  const worked = await newCase({ status: 'PROC' });
  const ofPartner = await createCase(t.services, { author: people.partner, recipient: people.author });
  const foreign = await createCase(t.services);
  const [gone, one, two] = [await newCase(), await newCase(), await newCase({ status: 'CLSD' })];
  await author.delete(path(gone.id));
  const reply = await author.delete(path(0), {
    ids: [worked, ofPartner, foreign, gone, two, one].map(({ id }) => id),
  });
  expect(reply.statusCode, reply.body).toBe(200);
  expect(reply.json()).toEqual({
    deletion: expect.any(Number),
    deleted: [one.id, two.id],
    kept: [
      { id: worked.id, code: 'case_not_deletable' },
      { id: ofPartner.id, code: 'case_not_deletable' },
      { id: foreign.id, code: 'not_found' },
      { id: gone.id, code: 'not_found' },
    ],
  });
  expect((await author.get(`/v1/cases/${worked.id}/content/`)).statusCode).toBe(200);
  expect(await eventsOf(t, worked.id)).toEqual([]);
  expect((await author.post(`/v1/case-deletions/${reply.json().deletion}/undo/`)).statusCode).toBe(200);
  for (const { id } of [one, two])
    expect((await author.get(`/v1/cases/${id}/content/`)).statusCode).toBe(200);
  expect((await author.get(`/v1/cases/${gone.id}/content/`)).statusCode).toBe(404);
});

test('deleting several cases at once', async () => {
  const author = await t.as(people.author);
  const [one, two] = [await newCase(), await newCase()];
  expect((await author.delete(path(0), { ids: [two.id, one.id, one.id] })).statusCode).toBe(200);
  for (const { id } of [one, two]) {
    for (const [person, expected] of [
      [people.author, 404],
      [people.authorMate, 404],
      [people.recipient, 200],
    ] as const)
      expect((await (await t.as(person)).get(`/v1/cases/${id}/content/`)).statusCode).toBe(expected);
    expect(await auditOf(t, id)).toContainEqual(expect.objectContaining({ action: 'case_deleted' }));
  }
  expect((await author.delete(path(0), { ids: [one.id] })).statusCode).toBe(404);
});

test('both sides get the deletion event, each with their own cases only', async () => {
  const author = await t.as(people.author);
  const [here, there] = [await newCase(), await newCase({ recipient: people.partner })];
  await author.delete(path(0), { ids: [here.id, there.id] });
  const sorted = (event: { audience: number[] } | undefined) => event?.audience.toSorted((a, b) => a - b);
  const own = (await t.services.db.selectFrom('event').selectAll().orderBy('id', 'desc').execute()).find(
    ({ name }) => name === 'posts_deleted',
  );
  // One event for both cases, because the same people lost them.
  expect(own).toMatchObject({ activity: null, case_id: null, ids: { cases: [here.id, there.id] } });
  expect(sorted(own)).toEqual(ids(people.author, people.authorMate));
  const [kept] = await eventsOf(t, here.id);
  expect(kept).toMatchObject({ name: 'copy_deleted', activity: null, ids: { cases: [here.id] } });
  expect(sorted(kept)).toEqual(ids(people.recipient, people.recipientMate));
  const [other] = await eventsOf(t, there.id);
  expect(sorted(other)).toEqual([people.partner.id]);

  const pair = [(await newCase()).id, (await newCase()).id].sort((a, b) => a - b);
  await author.delete(path(0), { ids: pair });
  const last = await t.services.db
    .selectFrom('event')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(last).toMatchObject({ name: 'copy_deleted', case_id: null, ids: { cases: pair } });
});

test('two concurrent deletions of the same cases: one takes effect', async () => {
  const author = await t.as(people.author);
  const both = [(await newCase()).id, (await newCase()).id];
  const replies = await Promise.all([
    author.delete(path(0), { ids: both }),
    author.delete(path(0), { ids: both.toReversed() }),
  ]);
  expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 404]);
});
